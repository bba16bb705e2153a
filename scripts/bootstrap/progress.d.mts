/** "8 s", "2 min 05 s" */
export function duration(milliseconds: number): string;

/** Does the work and shows what is going on meanwhile; `why` tells the reader what makes it long. */
export function withProgress<T>(step: { title: string; why?: string }, work: () => Promise<T>): Promise<T>;

/** Shows nothing more of the step that is under way: the program is about to end. */
export function endProgress(): void;
