/** Errors of a file system that are caused by the name of a file: too long, or a file in place of a folder. */
const faultsOfNames: ReadonlySet<unknown> = new Set(['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EINVAL', 'ELOOP']);
/** Errors that one file has for now: rights, or somebody who holds it. */
const faultsOfFiles: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EPERM',
  'EBUSY',
  'ETXTBSY',
  'ENOENT',
  'ENOTEMPTY',
  'EAGAIN',
]);
/** The code that an error has when nothing can be staged, whatever the file system calls it. */
export const notStaged = 'ESTAGING';

/** The code that an error of a bucket has: its message says what is wrong with the bucket. */
export const bucketCode = 'EBUCKET';

/** In words, for those who read receipts. */
const faultsOfTargets = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EIO: 'the disk does not work',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOMEM: 'there is too little memory',
  ESTALE: 'the disk is away',
  [notStaged]: 'nothing can be written to the directory of the build',
} as const;

function getErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether a file could not be written because of its name. Trying again does not help, and other files are not concerned. */
export function isUnwritableName(error: unknown): boolean {
  return faultsOfNames.has(getErrorCode(error));
}

/**
 * What could not be written, for an error of a file system: a file of that name, ever; this file, for now; or any file of the
 * target, for now. Null for any other error.
 *
 * @example classifyUnwritable(Object.assign(new Error(), { code: 'ENOSPC' })); // 'target'
 */
export function classifyUnwritable(error: unknown): 'name' | 'file' | 'target' | null {
  const code = getErrorCode(error);
  if (code === null) return null;
  if (faultsOfNames.has(code)) return 'name';
  if (code === bucketCode || Object.hasOwn(faultsOfTargets, code)) return 'target';
  return faultsOfFiles.has(code) ? 'file' : null;
}

/**
 * Why something could not be written for now, as a part of a sentence.
 *
 * @example describeUnwritable(Object.assign(new Error(), { code: 'EACCES' })); // 'the system refuses it (EACCES)'
 */
export function describeUnwritable(error: unknown): string {
  const code = getErrorCode(error);
  if (code === bucketCode && error instanceof Error) return error.message;
  const known = Object.entries(faultsOfTargets).find(([fault]) => fault === code);
  return known ? known[1] : `the system refuses it${code === null ? '' : ` (${code})`}`;
}

/** The same for a person who has asked for something that writes to the disk of the server. */
export function diskSentence(error: unknown): string {
  return `The server cannot write to its disk: ${describeUnwritable(error)}. Nothing was changed. Tell whoever runs the website, then try again.`;
}
