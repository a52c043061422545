/** Whether a list is numbered by the marker of its first item: `1.`, `a)`, `ii`, `一、`, and no single sign such as `·` or `o`. */
export const isNumber = (marker: string): boolean => /\p{N}|\p{L}.|.\p{L}/u.test(marker);
