import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import type { Calls } from '#content/database.ts';
import { mayRemove, outputFile, pathsOfFile } from './output.ts';
import { waiting } from './failure-record.ts';
import { type DeferredOutput, type PublishedOutput, deferred } from './published-output.ts';
import type { ReleaseWriter } from './targets/target.ts';
import { reasonOf, unwritableOf } from './targets/unwritable.ts';

/** Who removes files, and for how long nobody else may put one in their place. */
export type Remover = { calls: Calls; worker: string; leaseSeconds: number };

/**
 * Removes the files of paths that outputs no longer have, and records it in the receipt. Such a path may belong to another
 * output by now, in any spelling, so files are removed last and only when no other output has them or takes them. One that has
 * them is published again.
 * @returns outputs whose files cannot be removed for now
 */
export async function removeLeft(
  { calls, worker, leaseSeconds }: Remover,
  site: SiteId,
  writer: ReleaseWriter,
  published: readonly PublishedOutput[],
): Promise<Map<PublishedOutput, DeferredOutput>> {
  const unremoved = new Map<PublishedOutput, DeferredOutput>();
  const written = new Set(
    published.flatMap(({ completion }) => ('path' in completion ? [outputFile(completion.path)] : [])),
  );
  const left = published.flatMap((one) =>
    pathsLeft(one)
      .map((path) => ({ path, file: outputFile(path), one, ...one }))
      .filter(({ file }) => !written.has(file)),
  );
  if (left.length === 0) return unremoved;
  const p_paths = [...new Set(left.flatMap(({ file }) => pathsOfFile(file)))];
  const p_outputs = published.map(({ output: { kind, ref, locale, listed } }) => ({ kind, ref, locale, listed }));
  const free = await expectData(
    'publish_leave_paths',
    calls.rpc('publish_leave_paths', {
      p_worker: worker,
      p_site: site,
      p_paths,
      p_outputs,
      p_lease_seconds: leaseSeconds,
    }),
    z.array(z.string()),
  );
  for (const { file, path, one, output, items } of left) {
    if (!mayRemove(output, path) || !pathsOfFile(file).every((spelling) => free.includes(spelling))) continue;
    try {
      await writer.remove(file);
    } catch (error) {
      if (unwritableOf(error) === null) throw error;
      unremoved.set(one, deferred(output, waiting(path, `its file cannot be removed: ${reasonOf(error)}`), error));
      continue;
    }
    items.push({
      path,
      locale: output.locale,
      change: 'removed',
      reasons: output.reasons,
      seen_live_at: new Date().toISOString(),
      failure: null,
    });
  }
  await expectData('publish_end_removals', calls.rpc('publish_end_removals', { p_worker: worker }), z.unknown());
  return unremoved;
}

/** The paths at which an output has a file that is not its own any more. One that failed keeps its last good file. */
function pathsLeft({ output, completion }: PublishedOutput): string[] {
  const current = 'path' in completion ? completion.path : 'failure' in completion ? output.path : null;
  return [...new Set([output.path, output.taking])].flatMap((path) =>
    path === null || path === current ? [] : [path],
  );
}
