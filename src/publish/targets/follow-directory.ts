import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FollowedCommit, FollowedFile, FollowedLease, Follower, TagsOf } from './follower.ts';
import type { CommitResult, LiveWriter, NextBuild, StagedFile, Target, WriteLease } from './target.ts';

/**
 * A local directory whose published files are in other places as well. The others come first at every step, so that one that fails
 * leaves everything as it was, and what is published is tried again.
 *
 * @param directoryOf the directory of a build on this machine
 * @param tagsOf asks for the tags of all files, when a whole build is sent
 */
export function followDirectory(
  local: Target,
  directoryOf: (build: string) => string,
  followers: readonly Follower[],
  tagsOf: () => Promise<TagsOf>,
): Target {
  if (followers.length === 0) return local;
  /** Brings followers to the build that is live here, as when they are new. */
  async function catchUp(): Promise<void> {
    const build = local.current();
    if (build === null) return;
    for (const follower of followers) {
      if ((await follower.currentBuild()) === build) continue;
      const isWanted = () => local.current() === build;
      await follower.switchTo(build, { directory: directoryOf(build), tagsOf: await tagsOf(), isWanted });
    }
  }
  return {
    ...local,
    async openCurrent(worker) {
      const writer = await local.openCurrent(worker);
      if (!writer) return null;
      await catchUp();
      return followedWriter(writer, followers);
    },
    async revoke(lost, by) {
      // The other places come first at a commit: what the directory has noted is in all of them.
      const commits = await local.revoke(lost, by);
      await Promise.all(followers.map((follower) => follower.revoke(lost)));
      return commits;
    },
    async differing(files) {
      const build = await local.currentBuild();
      const found = new Set(await local.differing(files));
      const others = build === null ? [] : files.map(({ file }) => file).filter((file) => !found.has(file));
      return [...found, ...(await differingElsewhere(followers, directoryOf(build ?? ''), others))];
    },
    forget: (files) => followers.forEach((follower) => follower.forget(files)),
    async prepareSwitch(build, by) {
      const own = await local.prepareSwitch(build, by);
      return {
        ...own,
        async commit(onProgress) {
          const directory = directoryOf(build);
          for (const follower of followers) {
            const isSent = await follower.switchTo(build, {
              directory,
              tagsOf: await tagsOf(),
              isWanted: () => own.isOurs(),
              onProgress,
            });
            if (!isSent) break;
          }
          const isLive = await own.commit();
          // Some of it may be there, and nothing of it here.
          if (!isLive) await catchUp();
          return isLive;
        },
      };
    },
    async takeOver(number) {
      await local.takeOver(number);
      for (const follower of followers) await follower.takeOver();
      await catchUp();
    },
    async note(mark) {
      for (const follower of followers) follower.note(mark);
      await local.note(mark);
    },
    async allMarks() {
      const elsewhere = await Promise.all(followers.map((follower) => follower.mark()));
      return [...local.marks(), ...elsewhere.flatMap((mark) => mark ?? [])];
    },
    async prune(keep) {
      await local.prune(keep);
      for (const follower of followers) await follower.prune(keep);
    },
    async tidy() {
      const build = await local.currentBuild();
      if (build !== null) for (const follower of followers) await follower.tidy(directoryOf(build));
    },
  };
}

/** Those of some files of a directory that are missing in another place, or have other bytes there. */
async function differingElsewhere(
  followers: readonly Follower[],
  directory: string,
  files: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const bytes = await readFile(path.join(directory, file)).catch(() => null);
    const same = bytes && (await Promise.all(followers.map((follower) => follower.isSame(file, bytes))));
    if (!same?.every(Boolean)) found.push(file);
  }
  return found;
}

/** What is to be put live in the other places, and where the bytes of a staged file are until then. */
type Elsewhere = Omit<FollowedCommit, 'files' | 'lease'> & {
  lease: WriteLease | undefined;
  files: readonly StagedFile[];
  getPlace: (file: StagedFile) => string;
};

/** Puts files live in the other places, and answers with the result where that is the end of it. */
async function commitElsewhere(
  followers: readonly Follower[],
  { files, getPlace, lease, ...commit }: Elsewhere,
): Promise<CommitResult | null> {
  const followed = files.map((staged): FollowedFile => ({
    file: staged.file,
    hash: staged.hash,
    tags: staged.tags ?? null,
    bytes: async () => new Uint8Array(await readFile(getPlace(staged))),
  }));
  const nothing = { milliseconds: 0, unseen: new Set<string>(), build: null, settle: async () => {} };
  const outcomes = await Promise.allSettled(
    followers.map((each, index) => each.commit({ ...commit, files: followed, lease: toFollowedLease(lease, index) })),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') {
      if (!outcome.value) return { ...nothing, errors: new Map(), isSuperseded: true };
      continue;
    }
    const error = outcome.reason instanceof Error ? outcome.reason : new Error(String(outcome.reason));
    const all = [...files.map(({ file }) => file), ...commit.removals];
    return { ...nothing, errors: new Map(all.map((file) => [file, error])), isSuperseded: false };
  }
  return null;
}

function toFollowedLease(lease: WriteLease | undefined, follower: number): FollowedLease | undefined {
  const begun = lease?.moments()[follower];
  if (!lease || begun === undefined) return undefined;
  return { worker: lease.worker, number: lease.number, begun, seconds: lease.seconds };
}

function followedWriter(writer: LiveWriter, followers: readonly Follower[]): LiveWriter {
  const { build } = writer;
  const everywhere = <T>(task: (follower: Follower) => Promise<T>) => Promise.all(followers.map(task));
  return {
    ...writer,
    async read(file) {
      const bytes = await writer.read(file);
      if (!bytes) return null;
      return (await everywhere((follower) => follower.isSame(file, bytes))).every(Boolean) ? bytes : null;
    },
    has: async (file) =>
      (await writer.has(file)) && (await everywhere((follower) => follower.has(file))).every(Boolean),
    async write(file, bytes) {
      const own = new Uint8Array(bytes);
      await everywhere((follower) => follower.write(file, own));
      await writer.write(file, bytes);
    },
    async remove(file) {
      await everywhere((follower) => follower.remove(file));
      await writer.remove(file);
    },
    async put(file, bytes) {
      const own = new Uint8Array(bytes);
      await everywhere((follower) => follower.write(file, own));
      return writer.put(file, bytes);
    },
    async stage(file, bytes, hash, priority) {
      // The bytes are transferred to the thread that writes them.
      const own = new Uint8Array(bytes);
      const [staged] = await Promise.all([
        writer.stage(file, bytes, hash, priority),
        everywhere((follower) => follower.stage(file, own, hash, priority)),
      ]);
      return staged;
    },
    moments: () => followers.map((follower) => follower.now()),
    async commit(files, removals, priority, lease) {
      const getPlace = ({ temporary }: StagedFile) => temporary;
      const elsewhere = { from: build, to: build, files, removals, priority, getPlace, lease };
      const ended = await commitElsewhere(followers, elsewhere);
      if (!ended) return writer.commit(files, removals, priority, lease);
      await writer.discard(files);
      return ended;
    },
    async prepare(files) {
      const next = await writer.prepare(files);
      if (!next) return null;
      const getPlace = ({ file }: StagedFile) => path.join(next.directory, file);
      const followed: NextBuild = {
        ...next,
        async commit(own, removals, lease) {
          const change = { from: build, to: next.build, files: own, removals, priority: 'later', getPlace } as const;
          const ended = await commitElsewhere(followers, { ...change, lease });
          return ended ?? next.commit(own, removals, lease);
        },
      };
      return followed;
    },
  };
}
