/** What a process says once it works on a picture: its own start, and loading code, are no part of the work. */
export const begun = 'begun';
