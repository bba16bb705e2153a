/** How IDs are entered without their list, which not every service offers. */
export const ID_LIST_HINT = 'Without the list: switch to "Expression" and enter IDs separated by commas, such as 12,15';
