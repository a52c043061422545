import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import type { Calls } from '#content/clients/database.ts';
import { type ClaimedOutput, leavesAddress, mayRemove, pathsOfFile } from '#publish/output.ts';
import { reservedPath } from './take-paths.ts';
import { waiting } from '#publish/failure-record.ts';
import {
  type DeferredOutput,
  type PublishedOutput,
  type ReceiptItem,
  deferred,
  unpublishable,
} from './published-output.ts';
import { type CommitResult, type StagedFile, isSupersededError } from '#publish/targets/target.ts';
import { describeUnwritable } from '#publish/targets/unwritable.ts';

/** How staged files become live. `removed`: of outputs that leave their address, what the receipt says once its file is gone. */
export type LiveCommit = (
  files: readonly StagedFile[],
  removals: readonly string[],
  removed: ReadonlyMap<PublishedOutput, ReceiptItem>,
) => Promise<CommitResult>;

/** Who removes files, and for how long nobody else may put one in their place. */
type Remover = { calls: Calls; worker: string; leaseSeconds: number };

/** Paths whose files are looked up by one call. */
const lookUpBatchSize = 1000;

export type CommittedOutputs = {
  /** From the first file to the last; null when no file was touched. */
  milliseconds: number | null;
  /** The build that the files became live in, where it is another one than they were staged in. */
  build: string | null;
  /** Another build has become live meanwhile: everything has to be published once more. */
  isSuperseded: boolean;
  /** Outputs whose files could not be put live or removed, and what they are instead. */
  instead: ReadonlyMap<PublishedOutput, PublishedOutput | DeferredOutput>;
  /** Outputs whose staged files were gone before they were in place, mostly since their lease was lost, and how that was found. */
  superseded: ReadonlyMap<PublishedOutput, Error>;
  /** Everything is reported. */
  settle: () => Promise<void>;
};

/**
 * Puts the staged files of a site live and removes those of paths that outputs no longer have, together, and records it in the items
 * of the receipt. A path that was left may belong to another output by now, in any spelling: its file is only removed when no other
 * output has it or takes it.
 */
export async function commitStaged(
  remover: Remover,
  site: SiteId,
  commit: LiveCommit,
  published: readonly PublishedOutput[],
): Promise<CommittedOutputs> {
  const instead = new Map<PublishedOutput, PublishedOutput | DeferredOutput>();
  const superseded = new Map<PublishedOutput, Error>();
  const nothing = { milliseconds: null, instead, superseded, settle: async () => {} };
  const { left, isHeld } = await leavePaths(remover, site, published);
  const endRemovals = async () => {
    if (!isHeld) return;
    await callFunction(remover.calls, 'publish_end_removals', z.unknown(), { p_worker: remover.worker });
  };
  const staged = published.flatMap(({ staged: file, completion: { tags } }) =>
    file ? [{ ...file, ...(tags && { tags }) }] : [],
  );
  if (staged.length === 0 && left.length === 0) {
    await endRemovals();
    return { ...nothing, build: null, isSuperseded: false };
  }
  const removals = [...new Set(left.map(({ file }) => file))];
  const removed = new Map(
    left.flatMap(({ path, one }) => (path === one.output.path ? [[one, removedItem(one.output, path)] as const] : [])),
  );
  const { milliseconds, errors, unseen, build, isSuperseded, settle } = await commit(staged, removals, removed);
  await endRemovals();
  if (isSuperseded) return { ...nothing, build, isSuperseded };
  const seenAt = new Date().toISOString();
  for (const one of published) {
    if (!one.staged) continue;
    const error = errors.get(one.staged.file);
    if (isSupersededError(error)) superseded.set(one, error);
    else if (error) instead.set(one, unpublishable(one, error));
    else if (!unseen.has(one.staged.file))
      for (const item of one.items) if (item.change !== 'failed') item.seen_live_at = seenAt;
  }
  for (const { file, path, one } of left) {
    const { output } = one;
    const item = path === output.path ? removed.get(one) : undefined;
    const error = errors.get(file);
    if (isSupersededError(error)) {
      superseded.set(one, error);
    } else if (error) {
      instead.set(
        one,
        deferred(output, waiting(path, `its file cannot be removed: ${describeUnwritable(error)}`), error),
      );
    } else if (item) {
      one.items.push({ ...item, seen_live_at: seenAt });
    }
  }
  return { milliseconds, build, isSuperseded, instead, superseded, settle };
}

function removedItem({ locale, reasons }: ClaimedOutput, path: string): ReceiptItem {
  return { path, locale, change: 'removed', reasons, seen_live_at: null, failure: null };
}

type LeftPath = { path: string; file: string; one: PublishedOutput };

/**
 * The paths that outputs have left and that no other output has or takes, and whether nobody takes them until the removals have ended.
 * Outputs that have one of the others are published again.
 */
async function leavePaths(
  { calls, worker, leaseSeconds }: Remover,
  site: SiteId,
  published: readonly PublishedOutput[],
): Promise<{ left: LeftPath[]; isHeld: boolean }> {
  const leaving = published.flatMap((one) => pathsLeft(one).map((path) => ({ path, file: outputFile(path), one })));
  if (leaving.length === 0) return { left: [], isHeld: false };
  const kept = new Set(
    published.flatMap((one) => {
      const path = currentPath(one);
      return path === null ? [] : [outputFile(path)];
    }),
  );
  const left = leaving.filter(({ file }) => !kept.has(file));
  const p_outputs = published.map(({ output: { kind, ref, locale, listed } }) => ({ kind, ref, locale, listed }));
  const free = new Set<string>();
  for (let start = 0; start < left.length; start += lookUpBatchSize) {
    const files = left.slice(start, start + lookUpBatchSize).map(({ file }) => file);
    const paths = await callFunction(calls, 'publish_leave_paths', z.array(z.string()), {
      p_worker: worker,
      p_site: site,
      p_paths: [...new Set(files.flatMap(pathsOfFile))],
      p_outputs,
      p_lease_seconds: leaseSeconds,
    });
    for (const path of paths) free.add(path);
  }
  return {
    left: left.filter(
      ({ file, path, one }) => mayRemove(one.output, path) && pathsOfFile(file).every((spelling) => free.has(spelling)),
    ),
    isHeld: free.size > 0,
  };
}

/** The path that an output has from now on. One that failed keeps its last good file. */
function currentPath({ output, completion }: PublishedOutput): string | null {
  if ('path' in completion) return completion.path;
  return 'failure' in completion ? output.path : null;
}

/**
 * The published addresses that outputs leave, and that none of the others has from now on. Those of outputs that have no other one are
 * gone; what has moved leads on where there is a redirect.
 */
export function addressesLeft(published: readonly PublishedOutput[]): { path: string; isGone: boolean }[] {
  const kept = new Set(published.map(currentPath));
  return published.flatMap((one) => {
    const { kind, path } = one.output;
    return path !== null && leavesAddress(kind) && !kept.has(path) ? [{ path, isGone: currentPath(one) === null }] : [];
  });
}

/**
 * The paths at which there may be a file of an output, or one that its former owner has left to it, and that are not its own any more:
 * also that which was reserved for it before its record was withdrawn or could not be drawn.
 */
function pathsLeft(one: PublishedOutput): string[] {
  const { output } = one;
  const current = currentPath(one);
  const paths = [output.path, output.taking, ...output.taken, reservedPath(output)];
  return [...new Set(paths.flatMap((path) => (path === null || path === current ? [] : [path])))];
}
