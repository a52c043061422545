import type { Mark, Priority } from './target.ts';

/** The tags of files, as far as they are known. */
export type TagsOf = (file: string) => readonly string[];

/** How far the files of a build have been sent. */
type OnProgress = (done: number, total: number) => void;

/** A file that becomes live, and where its bytes are until then. */
export type FollowedFile = {
  file: string;
  hash: string;
  /** Null for those that it has. */
  tags: readonly string[] | null;
  bytes: () => Promise<Uint8Array<ArrayBuffer>>;
};

export type FollowedCommit = {
  /** The build that the files were staged in, and the one that they become live in: another one for very many files. */
  from: string;
  to: string;
  files: readonly FollowedFile[];
  removals: readonly string[];
  priority: Priority;
  /** Under which lease, and until when by the clock of the place; without one, it is nobody else's to write to. */
  lease?: FollowedLease | undefined;
};

export type FollowedLease = { worker: string; number: number; begun: number; seconds: number };

/** A build of this machine, for a place that follows it. */
export type SentDirectory = {
  directory: string;
  tagsOf: TagsOf;
  /** Whether the build is still to become live there: it is asked again and again. */
  isWanted: () => boolean;
  onProgress?: OnProgress | undefined;
};

/** A place of the published files of one site that follows the local directory: object storage, which visitors or caches read. */
export type Follower = {
  /** For messages. */
  readonly name: string;
  currentBuild(): Promise<string | null>;
  /** Makes the build in a directory of this machine live: only what is not there yet is sent. Answers false when it may not any more. */
  switchTo(build: string, sent: SentDirectory): Promise<boolean>;
  /** What others have begun to send, and may not send any more, does not become live from now on. */
  takeOver(): Promise<void>;
  /** From its next commit on it says that it has a database's log up to a change. */
  note(mark: Mark): void;
  /** The last change that is noted; null where none is. */
  mark(): Promise<Mark | null>;
  has(file: string): Promise<boolean>;
  /** Whether visitors get these bytes. */
  isSame(file: string, bytes: Uint8Array): Promise<boolean>;
  /** Sends what becomes live later, as far as that is possible before. */
  stage(file: string, bytes: Uint8Array<ArrayBuffer>, hash: string, priority: Priority): Promise<void>;
  /**
   * Puts files live and removes others. Answers false, and nothing was done, when another build is live. What comes too late, since
   * the lease was lost, is refused by the place itself, and throws `supersededCode`.
   */
  commit(commit: FollowedCommit): Promise<boolean>;
  /** See `Target.revoke`. */
  revoke(lost: { worker: string; number: number }): Promise<void>;
  /** Knows what is there no longer, of all files or of some: what it does not know is asked for, or sent. */
  forget(files?: readonly string[]): void;
  /** The time by its clock, in milliseconds. */
  now(): number;
  /** Files whose names have their hash: they are live with the next commit, or by themselves soon. */
  write(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(file: string): Promise<void>;
  /** Drops all but so many builds. */
  prune(keep: number): Promise<void>;
  /** Deletes what no build has, and sends what the directory has and the place has not. */
  tidy(directory: string): Promise<void>;
};
