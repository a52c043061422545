import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { leavesAddress } from '#publish/output.ts';
import type { NamedOutput } from './planned-output.ts';

/** The files of a site that change with which of its outputs come and go. */

const redirectSources = z.array(z.object({ from_path: z.string().nullable(), status: z.number() }));

type Site = NamedOutput['site'];

/**
 * An address whose output is withdrawn answers 410 from then on, and one at which an output appears does not any more: the
 * file of redirects changes with the outputs.
 */
export async function withRedirects(
  client: Client,
  site: Site,
  outputs: readonly NamedOutput[],
): Promise<readonly NamedOutput[]> {
  const { withdrawn, arriving } = findMoves(outputs);
  if (withdrawn.length + arriving.length === 0) return outputs;
  const rows = await callFunction(client, 'read_redirects', redirectSources, { p_site: site });
  const statuses = new Map(rows.map(({ from_path, status }) => [from_path, status]));
  const known = outputs.find(({ kind }) => kind === 'redirects');
  const isChanged =
    (known?.change === 'changed' && withdrawn.length > 0) ||
    withdrawn.some((path) => path !== '/' && !statuses.has(path)) ||
    arriving.some((path) => statuses.get(path) === 410);
  if (!isChanged || (known && comesOrGoes(known))) return outputs;
  // They go with the outputs that leave, also for what they were read for; those that appear change them once they are there.
  const reasons = known && (known.change === 'changed' || withdrawn.length > 0) ? known.reasons : [];
  return [
    ...outputs.filter(({ kind }) => kind !== 'redirects'),
    {
      ...(known ?? makeFile(site, 'redirects', '/_redirects')),
      change: 'changed',
      reasons: [...new Set([...reasons, `redirects:${site}`])],
    },
  ];
}

/** Paths at which outputs cease to be, and at which others appear. The earlier path of a page leads to it, which the change set names. */
function findMoves(outputs: readonly NamedOutput[]): { withdrawn: string[]; arriving: string[] } {
  const those = outputs.filter(({ kind }) => leavesAddress(kind));
  const makeKey = ({ kind, ref, locale }: NamedOutput) => [kind, ref, locale].join(':');
  const pathsOf = (some: readonly NamedOutput[]) => some.flatMap(({ path }) => path ?? []);
  const appearing = those.filter(({ change }) => change === 'new');
  const there = new Set(those.filter(({ change }) => change === 'new' || change === 'changed').map(makeKey));
  const leaving = those.filter(
    (output) =>
      output.change === 'removed' && (!there.has(makeKey(output)) || (output.isOwn && output.kind !== 'page')),
  );
  return { withdrawn: pathsOf(leaving), arriving: pathsOf(appearing) };
}

function comesOrGoes({ change }: NamedOutput): boolean {
  return change === 'new' || change === 'removed';
}

/** A sitemap that comes or goes changes the index of sitemaps, which says so by this reason. */
export function withSitemapIndex(site: Site, outputs: readonly NamedOutput[]): readonly NamedOutput[] {
  const known = outputs.find(({ kind }) => kind === 'sitemap_index');
  const isChanged = outputs.some((output) => output.kind === 'sitemap' && comesOrGoes(output));
  if (!isChanged || (known && comesOrGoes(known))) return outputs;
  const index = known ?? makeFile(site, 'sitemap_index', '/sitemap.xml');
  return [...outputs.filter(({ kind }) => kind !== 'sitemap_index'), { ...index, change: 'changed' }];
}

function makeFile(site: Site, kind: 'redirects' | 'sitemap_index', path: string): NamedOutput {
  const common = { ref: 0, locale: 'en' as const, listed: null, address: null, hash: null, failure: null, issues: [] };
  return { site, kind, path, change: 'changed', reasons: kind === 'sitemap_index' ? ['sitemap'] : [], ...common };
}
