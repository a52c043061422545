/** Messages for callers who may not edit, wherever that is found. */
export const signedOut = 'You are signed out. Sign in again; what you typed stays in this window.';
export const notStaff = 'Your account may not edit this site. Ask an administrator.';
