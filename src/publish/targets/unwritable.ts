/** Errors of a file system that are caused by the name of a file: too long, or a file in place of a folder. */
const faultsOfNames: ReadonlySet<unknown> = new Set(['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EINVAL', 'ELOOP']);

/** Whether a file could not be written because of its name. Trying again does not help, and other files are not concerned. */
export function isUnwritableName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && faultsOfNames.has(error.code);
}
