/** Where published files go: a local directory, which object storage may follow. */
export type Target = {
  /** The build that visitors are served from, or null before the first one. */
  currentBuild(): Promise<string | null>;
  /** The same of the directory on this machine, at once. */
  current(): string | null;
  /** A build to be filled by a full build; nothing of it is public until it is switched to. */
  createBuild(build: string): Promise<BuildWriter>;
  /**
   * Writes into the build that is live now: each file is replaced at once, never seen half-written.
   *
   * @param worker who writes under a lease: it is opened before the lease begins, and whoever takes the lease over revokes it
   */
  openCurrent(worker?: string): Promise<LiveWriter | null>;
  /**
   * Whatever a worker has staged until now is put in place by nobody any more, however late it goes on: its leases up to a number are
   * lost. What was cached of the places that it writes to is read anew.
   *
   * @param by who does this: should it lose its own lease meanwhile, what it has found is revoked with it
   * @returns what it was putting in place, and has not reported perhaps
   */
  revoke(lost: { worker: string; number: number }, by: string): Promise<UnreportedCommit[]>;
  /**
   * Prepares to make a build the one that visitors are served from. Whoever does so asks the database afterwards whether he may, and
   * whoever takes over tells the database before: so one that has stood still meanwhile cannot switch any more.
   */
  prepareSwitch(build: string, by: Switcher): Promise<PreparedSwitch>;
  /** Takes over from builds and roll-backs of smaller numbers, and from runs: none of them switches from now on. */
  takeOver(number: number): Promise<void>;
  /** The largest number with which a switch is prepared; 0 without one. */
  largestNumber(): Promise<number>;
  /** Notes that files may have what the log of a database has up to a change. It is done before they have. */
  note(mark: Mark): Promise<void>;
  /** The site is built anew from a database: what was noted of others goes. */
  forgetOthers(mark: Mark): Promise<void>;
  /** The last change that is noted of each database, without asking any place elsewhere. */
  marks(): Mark[];
  /** The same of all places. */
  allMarks(): Promise<Mark[]>;
  /** The retained builds, newest first. */
  builds(): Promise<string[]>;
  /** Deletes all but the newest `keep` builds, and neither the current one nor one that is about to become it. */
  prune(keep: number): Promise<void>;
  /** The same of processes of this machine that have ended, whatever their workers were called. */
  revokeEnded(by: string): Promise<UnreportedCommit[]>;
  /** Those of some files that are missing in the live build, or have other bytes, here or elsewhere. */
  differing(files: readonly { file: string; hash: string }[]): Promise<string[]>;
  /** Knows what is in other places no longer, of all files or of some: what it does not know is asked for, or sent. */
  forget(files?: readonly string[]): void;
  /** Brings what was missed in line, and deletes what is not needed any more. */
  tidy(): Promise<void>;
};

/** Who switches: the database numbers builds and roll-backs alike, in the order in which they have begun. */
export type Switcher = { number: number; kind: 'build' | 'rollback' };

export type PreparedSwitch = {
  /** Whether nobody has taken over since it was prepared. */
  isOurs(): boolean;
  /**
   * Makes the build live, and says how much of it has been sent, where it is sent anywhere. Answers false when somebody has taken
   * over, or the build is gone: visitors get what they got before.
   */
  commit(onProgress?: (done: number, total: number) => void): Promise<boolean>;
  /** Gives it up, with the build where that was made for it, unless it was committed. */
  discard(): Promise<void>;
};

/** The last change of a database that files may have. */
export type Mark = { database: string; seq: number };

export type BuildWriter = {
  readonly build: string;
  write(file: string, bytes: Uint8Array): Promise<void>;
  /**
   * Takes a file over from another build, with its compressed copies: both have it then, and neither changes it. Answers with its
   * bytes, or with null, and takes nothing, when it has not those of this hash there.
   */
  takeOver(file: string, from: string, hash: string): Promise<Uint8Array | null>;
  /** The same of a file whose name tells what is in it; answers whether it is there. */
  takeOverNamed(file: string, from: string): Promise<boolean>;
  read(file: string): Promise<Uint8Array | null>;
  remove(file: string): Promise<void>;
  has(file: string): Promise<boolean>;
  /** Places files that never change, such as hashed assets, from a local directory. */
  addImmutable(directory: string, prefix: string): Promise<void>;
};

/** A file that is to be put live later, together with others. */
export type StagedFile = {
  file: string;
  temporary: string;
  hash: string;
  /** What it depends on, where that is known: caches are purged by it. */
  tags?: readonly string[];
};

/** The result of putting staged files live. */
export type CommitResult = {
  /** Milliseconds from the first file to the last: in between, visitors may see both versions. */
  milliseconds: number;
  /** Files that could not be put live or removed, by their names. */
  errors: ReadonlyMap<string, Error>;
  /** Files that have other bytes when they are read back. */
  unseen: ReadonlySet<string>;
  /** The build that the files became live in, where it is another one than they were staged in. */
  build: string | null;
  /** Another build has become live meanwhile, or a prepared one was lost: the files may be in none, and have to be published once more. */
  isSuperseded: boolean;
  /** It is reported: nobody needs to know of it any more. */
  settle: () => Promise<void>;
};

/** The code of an error where what was staged is not there any more: its lease was lost, or its place was tidied away. */
export const supersededCode = 'ESUPERSEDED';

export function isSupersededError(error: unknown): error is Error & { code: typeof supersededCode } {
  return error instanceof Error && 'code' in error && error.code === supersededCode;
}

/** The lease under which something is put in place. */
export type WriteLease = {
  worker: string;
  /** The smallest number of those that it is of. */
  number: number;
  /** What `LiveWriter.moments` told before it began, or was extended. */
  moments: () => readonly number[];
  seconds: number;
  /** Noted beside what is staged until `CommitResult.settle`, for whoever takes the lease over. */
  note: string;
};

/** A commit whose process has ended or stands still. */
export type UnreportedCommit = {
  note: string;
  files: ReadonlySet<string>;
  /** Completes it for these files and removals, and answers with those that are as they were to be. */
  complete(files: readonly string[], removals: readonly string[]): Promise<ReadonlySet<string>>;
  drop(): Promise<void>;
};

/** Whether somebody waits for a file, or it is one of many that become live together later. */
export type Priority = 'now' | 'later';

/** A build that nobody sees yet. */
export type NextBuild = {
  readonly build: string;
  /** Where it is on this machine until it is live. */
  readonly directory: string;
  /** Makes it live, with those of its staged files, and without the removed ones; what was put live meanwhile is in it. */
  commit(files: readonly StagedFile[], removals: readonly string[], lease?: WriteLease): Promise<CommitResult>;
  /** Once it is live: brings along what other processes have put live in the build before until they could see that. */
  settle(): Promise<void>;
  /** Drops it, unless it became live. */
  discard(): Promise<void>;
};

export type LiveWriter = BuildWriter & {
  /**
   * Replaces a published file. Transfers the bytes with their memory. Resolves with the hash of the content that visitors are
   * served from then on, read back.
   */
  put(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Writes a file beside the published ones. Transfers the bytes with their memory. */
  stage(file: string, bytes: Uint8Array<ArrayBuffer>, hash: string, priority: Priority): Promise<StagedFile>;
  /** Puts staged files live and removes others, all within milliseconds; a file that fails concerns itself. */
  commit(
    files: readonly StagedFile[],
    removals: readonly string[],
    priority: Priority,
    lease?: WriteLease,
  ): Promise<CommitResult>;
  /** What the directory of this machine has, whatever the places that follow it have. */
  readHere(file: string): Promise<Uint8Array | null>;
  /** Whether what is staged now can be put in place later: not once it was revoked. */
  isOpen(): boolean;
  /** By the clocks of the places that follow. */
  moments(): number[];
  /**
   * Prepares a build of staged files, so many that putting them into place would take longer than is good, and of everything
   * else that is live. Null for fewer, and where it is not possible: they are committed as they are.
   */
  prepare(files: readonly StagedFile[]): Promise<NextBuild | null>;
  /** Drops staged files. */
  discard(files: readonly StagedFile[]): Promise<void>;
  /** The directory of the build on this machine, and a name for a temporary file in it. */
  readonly directory: string;
  temporaryName(): string;
  /**
   * Puts compressed copies beside a file, if it is still the one that they were made of. Answers whether they are there. A copy is
   * removed before its file is replaced, so that none is ever served of what was there before.
   */
  addCopies(file: string, copies: { temporary: string; identity: string }): Promise<boolean>;
};
