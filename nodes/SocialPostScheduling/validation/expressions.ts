/** n8n's function for what the model of an agent fills in, in upper or lower case, as n8n takes it. */
const FROM_MODEL = /\$fromAI\b/i;

export const isFromModel = (expression: string): boolean => FROM_MODEL.test(expression);

/** Null as what an expression gives, and not what it compares with or the name of a field. */
const GIVES_NULL = /(?:\?\?|\|\||&&|[?:,({[]|=>|(?<![=!])=|\breturn)\s*null\b/;

/**
 * Whether an expression itself says where there is no value, as `{{ $json.media || null }}` does. Null alone is no sign of that: n8n's
 * Edit Fields makes null of an expression with a mistyped name.
 */
export const saysNull = (expression: string): boolean => GIVES_NULL.test(expression);
