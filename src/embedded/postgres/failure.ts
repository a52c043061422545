/** Why the embedded PostgreSQL cannot be started or used. */
type PostgresFailureCode =
  | 'unsupported-platform'
  | 'binaries-missing'
  | 'root-refused'
  | 'in-use'
  | 'other-version'
  | 'pglite'
  | 'other-user'
  | 'read-only'
  | 'disk-full'
  | 'port-taken'
  | 'failed';

/** An expected failure of the embedded PostgreSQL; its message is one sentence that says what happened and what to do. */
export class PostgresFailure extends Error {
  override readonly name = 'PostgresFailure';
  readonly code: PostgresFailureCode;
  /** The address of the server that has the data directory open, where that is the reason and it is known. */
  readonly address: string | null;
  constructor(code: PostgresFailureCode, message: string, options: { cause?: unknown; address?: string | null } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.address = options.address ?? null;
  }
}

/** The code of an error of the operating system, such as `ENOENT`, or null. */
export function getErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** An error of the file system at a path, as a sentence for the operator where it has a known cause; otherwise as it is. */
export function describeFileError(error: unknown, folder: string): unknown {
  switch (getErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder, error);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new PostgresFailure(
        'read-only',
        `The data directory ${folder} cannot be written to: make it writable for this user, or set DATA_DIR to another directory.`,
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new PostgresFailure(
        'read-only',
        `The data directory ${folder} cannot be made, because a file is in its place: move that file away, or set DATA_DIR to another directory.`,
        { cause: error },
      );
    case null:
    default:
      return error;
  }
}

export function diskFull(folder: string, cause?: unknown): PostgresFailure {
  return new PostgresFailure(
    'disk-full',
    `The disk that holds the data directory ${folder} is full: make some space there (about 200 MB for a new database), then start again.`,
    { cause },
  );
}

/** Whether PostgreSQL says of a failure that there is no space left. */
export function isDiskFull(output: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(output);
}

/** The last line of an output or log that names an error, without its severity and full stop. */
export function lastComplaint(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.findLast((candidate) => /\b(error|FATAL|PANIC):/i.test(candidate)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(error|FATAL|PANIC): +/i, '').replace(/\.$/, '');
}
