/** The highest number of characters in the text of an entry. */
export const bodyLimit = 400;
