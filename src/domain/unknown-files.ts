/** Why the published files of a site are not those that the database tells of. */
export const unknownCauses = ['later', 'other', 'build'] as const;
export type UnknownCause = (typeof unknownCauses)[number];

/** Sentences without a full stop. */
export const unknownWords: Readonly<Record<UnknownCause, string>> = {
  later: 'The database was put back to an earlier state than that of the published files',
  other: 'The published files are of another database',
  build: 'The published files are of a build that the database does not know as the one that is live',
};

/** What that means for whoever works on the content, as sentences. */
export const unknownAdvice: Readonly<Record<UnknownCause, string>> = {
  later:
    'What was saved after that state is gone: look through what you edited last, and do once more what is missing.',
  other: 'Ask whoever runs the website whether this is the right database.',
  build: 'Nothing that you have saved is lost.',
};
