/** What whoever may not edit is told, wherever that is found out. */
export const signedOut = 'You are signed out. Sign in again; what you typed stays in this window.';
export const notStaff = 'Your account may not edit this site. Ask an administrator.';
