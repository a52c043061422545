import { z } from 'zod';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import type { ServiceDatabase } from '#content/database.ts';
import { mayRemove, outputFile, pathsOfFile } from './output.ts';
import type { PublishedOutput } from './published-output.ts';
import type { ReleaseWriter } from './targets/target.ts';

/** Paths travel in the query string, which must not grow without limit. */
const pathsPerQuestion = 40;
/** The row limit of the data API. A path has one output, or briefly two. */
const rowsPerQuestion = 1000;

const outputAtPath = z.object({
  path: z.string(),
  kind: z.string(),
  ref: z.number(),
  locale: z.string(),
  listed_kind: z.string(),
});

/**
 * Removes the files of paths that outputs no longer have, and records it in the receipt. Such a path may belong to another
 * output by now, in any spelling, so files are removed last and only when no other output has them.
 */
export async function removeLeft(
  database: ServiceDatabase,
  site: SiteId,
  writer: ReleaseWriter,
  published: readonly PublishedOutput[],
): Promise<void> {
  const written = new Set(
    published.flatMap(({ completion }) => ('path' in completion ? [outputFile(completion.path)] : [])),
  );
  const left = published.flatMap(({ output, completion, items }) => {
    const { path } = output;
    if (path === null || 'failure' in completion) return [];
    const file = outputFile(path);
    return written.has(file) || !mayRemove(output, path) ? [] : [{ file, path, output, items }];
  });
  if (left.length === 0) return;
  const paths = left.flatMap(({ file }) => pathsOfFile(file));
  const others = await filesOfOthers(database, site, paths, published);
  for (const { file, path, output, items } of left) {
    if (others.has(file)) continue;
    await writer.remove(file);
    items.push({
      path,
      locale: output.locale,
      change: 'removed',
      reasons: output.reasons,
      seen_live_at: new Date().toISOString(),
      failure: null,
    });
  }
}

/** The files of these paths that belong to outputs published in another batch. */
async function filesOfOthers(
  database: ServiceDatabase,
  site: SiteId,
  paths: readonly string[],
  published: readonly PublishedOutput[],
): Promise<Set<string>> {
  const keyOf = ({ kind, ref, locale }: { kind: string; ref: number; locale: string }, listed: string | null) =>
    `${kind}:${ref}:${locale}:${listed ?? ''}`;
  const own = new Set(published.map(({ output }) => keyOf(output, output.listed)));
  const others = new Set<string>();
  for (let start = 0; start < paths.length; start += pathsPerQuestion) {
    const rows = await expectData(
      'site_outputs',
      database.readOutputs({
        columns: ['path', 'kind', 'ref', 'locale', 'listed_kind'],
        where: { site_id: site, path: paths.slice(start, start + pathsPerQuestion) },
        limit: rowsPerQuestion,
      }),
      z.array(outputAtPath),
    );
    for (const row of rows) if (!own.has(keyOf(row, row.listed_kind))) others.add(outputFile(row.path));
  }
  return others;
}
