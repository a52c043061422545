/** How long a copy is confirmed, in milliseconds. */
export const copyConfirmation = 2000;
