import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { leavesAddress } from '#publish/output.ts';
import type { NamedOutput } from './planned-output.ts';

/** The files of a site that change with which of its outputs come and go. */

type Site = NamedOutput['site'];

/** The redirects of a site, which change with the addresses that outputs leave and take. */
export async function nameRedirects(
  client: Client,
  site: Site,
  known: readonly NamedOutput[],
): Promise<readonly NamedOutput[]> {
  const [redirects] = known;
  const reasons = [...new Set([...(redirects?.reasons ?? []), `redirects:${site}`])];
  if (redirects) return [{ ...redirects, reasons }];
  const live = await expectData(
    'site_outputs',
    client.from('site_outputs').select('content_hash').eq('site_id', site).eq('kind', 'redirects').limit(1),
    z.array(z.object({ content_hash: z.string().nullable() })),
  );
  return [{ ...makeFile(site, 'redirects', '/_redirects', reasons), hash: live[0]?.content_hash ?? null }];
}

/** Paths at which outputs cease to be, and at which others appear. The earlier path of one that has moved leads to it. */
export function findMoves(outputs: readonly NamedOutput[]): { left: string[]; taken: string[] } {
  const those = outputs.filter(({ kind }) => leavesAddress(kind));
  const makeKey = ({ kind, ref, locale }: NamedOutput) => [kind, ref, locale].join(':');
  const pathsOf = (some: readonly NamedOutput[]) => some.flatMap(({ path }) => path ?? []);
  const there = new Set(those.filter(({ change }) => change === 'new' || change === 'changed').map(makeKey));
  return {
    left: pathsOf(those.filter((output) => output.change === 'removed' && !there.has(makeKey(output)))),
    taken: pathsOf(those.filter(({ change }) => change === 'new')),
  };
}

/** A sitemap that comes or goes changes the index of sitemaps, which says so by this reason. */
export function withSitemapIndex(site: Site, outputs: readonly NamedOutput[]): readonly NamedOutput[] {
  const known = outputs.find(({ kind }) => kind === 'sitemap_index');
  const comesOrGoes = ({ change }: NamedOutput) => change === 'new' || change === 'removed';
  const isChanged = outputs.some((output) => output.kind === 'sitemap' && comesOrGoes(output));
  if (!isChanged || (known && comesOrGoes(known))) return outputs;
  const index = known ?? makeFile(site, 'sitemap_index', '/sitemap.xml', ['sitemap']);
  return [...outputs.filter(({ kind }) => kind !== 'sitemap_index'), { ...index, change: 'changed' }];
}

function makeFile(
  site: Site,
  kind: 'redirects' | 'sitemap_index',
  path: string,
  reasons: NamedOutput['reasons'],
): NamedOutput {
  const common = { ref: 0, locale: 'en' as const, listed: null, address: null, hash: null, failure: null, issues: [] };
  return { site, kind, path, change: 'changed', reasons, ...common };
}
