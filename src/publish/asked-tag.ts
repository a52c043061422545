/** The reason of an output that somebody wants to be drawn and written once more, whatever the index says of it. */
export const askedTag = 'asked';
