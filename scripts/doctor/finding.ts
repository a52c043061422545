/** What was looked at, how it is, and what to do where it is not well. */
export type Finding = {
  about: string;
  state: 'ok' | 'note' | 'wrong';
  says: string;
  todo?: string;
  /** It did not answer, so nobody knows how it is. */
  isUnknown?: true;
};

export const well = (about: string, says: string): Finding => ({ about, state: 'ok', says });
export const note = (about: string, says: string, todo: string): Finding => ({ about, state: 'note', says, todo });
export const unknown = (about: string, says: string, todo: string): Finding => ({
  ...note(about, says, todo),
  isUnknown: true,
});
export const wrong = (about: string, says: string, todo: string): Finding => ({ about, state: 'wrong', says, todo });
