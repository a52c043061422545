import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { leavesAddress } from '#publish/output.ts';
import type { Rendered } from '#publish/draw/render.ts';
import type { NamedOutput } from './planned-output.ts';

/** The files of a site that change with which of its outputs come and go. */

type Site = NamedOutput['site'];

/** Paths that outputs leave for good, and those at which others appear. */
export type Moves = { left: string[]; taken: string[] };

type FollowedRedirects = {
  client: Client;
  site: Site;
  /** As other changes have named it. */
  known: NamedOutput | null;
  moves: Moves;
  render: (output: NamedOutput, moves: Moves) => Promise<Rendered>;
};

/**
 * The redirects of a site, drawn: an address that is left answers 410 with the change that leaves it, and one that is taken does not
 * any more as soon as something is there, which is a second step. Null where nothing concerns them.
 */
export async function planRedirects({
  client,
  site,
  known,
  moves,
  render,
}: FollowedRedirects): Promise<{ output: NamedOutput; rendered: Rendered } | null> {
  const [isLeft, isTaken] = [moves.left.length > 0, moves.taken.length > 0];
  if (!known && !isLeft && !isTaken) return null;
  const tag = `redirects:${site}`;
  const output = known ?? (await nameRedirects(client, site));
  const reasons = [...new Set([...(known?.reasons ?? []), ...(isLeft ? [tag] : [])])];
  if (!isTaken) return { output: { ...output, reasons }, rendered: await render(output, moves) };
  const rendered = await render(output, moves);
  if (reasons.length === 0 || reasons.includes(tag))
    return { output: { ...output, reasons: [...new Set([...reasons, tag])] }, rendered };
  const first = await render(output, { ...moves, taken: [] });
  const isFirst = hashOf(first) !== output.hash;
  const isSecond = hashOf(first) !== hashOf(rendered);
  return { output: { ...output, reasons: isSecond ? [...(isFirst ? reasons : []), tag] : reasons }, rendered };
}

function hashOf(rendered: Rendered): string | null {
  return rendered.outcome === 'rendered' ? rendered.hash : null;
}

async function nameRedirects(client: Client, site: Site): Promise<NamedOutput> {
  const live = await expectData(
    'site_outputs',
    client.from('site_outputs').select('content_hash').eq('site_id', site).eq('kind', 'redirects').limit(1),
    z.array(z.object({ content_hash: z.string().nullable() })),
  );
  return { ...makeFile(site, 'redirects', '/_redirects', []), hash: live[0]?.content_hash ?? null };
}

/** What becomes of addresses. The earlier path of an output that has moved leads to it. */
export function findMoves(outputs: readonly NamedOutput[]): Moves {
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
