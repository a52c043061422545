import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ChangeDesk,
  type DraftItem,
  type Plan,
  type Tree,
  listDiffering,
  listPlanned,
} from '../fixtures/change-desk.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { getRepeats, seeds } from '../fixtures/seeds.ts';

/**
 * Random sets of drafts of pages and records, with the content of the demo: what is planned of a set by itself and in a release, what is
 * shown of it before, and the files that differ once it is published are the same; taking it back restores every byte.
 */
const rounds = getRepeats({ test: 2, full: 15 });
/** Of so many pages of a plan the preview is compared with the file. */
const previewed = getRepeats({ test: 3, full: 6 });

let desk: ChangeDesk;
beforeAll(async () => {
  desk = await ChangeDesk.open();
});
afterAll(() => desk?.close());

/** In what a plan is not the files that differ. */
function comparePlan(what: string, { pagesAre, ...plan }: Plan, differing: readonly string[]): string[] {
  const planned = listPlanned(plan);
  return [
    ...differing.filter((one) => !planned.includes(one)).map((one) => `${what} leaves out: ${one}`),
    ...planned
      // Too many to be drawn in time: each may look the same afterwards.
      .filter((one) => !differing.includes(one) && !(pagesAre === 'named' && one.startsWith('changed ')))
      .map((one) => `${what} names in vain: ${one}`),
  ];
}

/** A published page has a script for editors, which frames of previews do without. */
const ownScript = /<template id="page-builder"[^]*?<\/template>\s*<script type="module">[^]*?<\/script>/;

function comparePreviews(what: string, shown: Tree, after: Tree): string[] {
  return [...shown].flatMap(([file, page]) =>
    page === after.get(file)?.replace(ownScript, '') ? [] : [`the preview of ${what} is another file: ${file}`],
  );
}

/** In what files differ from those of before, but for the days of changes and the moments of calendars. */
function compareRestored(before: Tree, after: Tree): string[] {
  const undated = (tree: Tree) =>
    new Map(
      [...tree].map(([file, text]) => [
        file,
        text.replaceAll(/<lastmod>[^<]*<\/lastmod>|(?:DTSTAMP|LAST-MODIFIED):\S*/g, ''),
      ]),
    );
  return listDiffering(undated(before), undated(after))
    .filter((change) => !change.endsWith('/_redirects'))
    .map((change) => `not restored: ${change}`);
}

/** Redirects that were there before and are gone: an address that was live once leads on, however often it moves. */
function findLostRedirects(before: Tree, after: Tree): string[] {
  return [...before].flatMap(([file, text]) => {
    if (!file.endsWith('/_redirects')) return [];
    const kept = new Set(after.get(file)?.split('\n'));
    return text.split('\n').flatMap((line) => (kept.has(line) ? [] : [`lost of ${file}: ${line}`]));
  });
}

type Round = { items: readonly DraftItem[]; before: Tree; release: number; ofRelease: Plan; alone: Plan | null };

async function publishAsRelease({ items, before, release, ofRelease, alone }: Round): Promise<string[]> {
  const shown = await desk.preview(ofRelease, `draft=true&plan=release&id=${release}&side=after`, previewed);
  await desk.publishRelease(release);
  const after = await desk.readTree();
  const differing = listDiffering(before, after);
  const back = await desk.planReleaseBack(release);
  await desk.takeReleaseBack(release);
  const restored = await desk.readTree();
  await desk.endRelease(release, 'nowhere');
  return [
    ...comparePlan('the plan of the release', ofRelease, differing),
    // Whoever deletes a page takes the links to it away as well.
    ...(alone === null || items[0]?.what === 'removal' ? [] : comparePlan('the plan by itself', alone, differing)),
    ...comparePreviews('the release', shown, after),
    ...comparePlan('the plan of taking the release back', back, listDiffering(after, restored)),
    ...compareRestored(before, restored),
    ...findLostRedirects(before, restored),
  ];
}

async function publishAlone({ items, before, release, ofRelease, alone }: Round & { alone: Plan }): Promise<string[]> {
  await desk.endRelease(release, 'draft');
  // A page that is deleted by itself has no preview.
  const isDeletion = items[0]?.what === 'removal';
  const shown = isDeletion ? new Map<string, string>() : await desk.preview(alone, desk.previewAlone(items), previewed);
  const last = await desk.findLastReceipt();
  await desk.publishAlone(items);
  const after = await desk.readTree();
  const differing = listDiffering(before, after);
  const { impossible, backs } = await desk.takeBackSince(last, items);
  const restored = await desk.readTree();
  return [
    ...comparePlan('the plan by itself', alone, differing),
    ...(isDeletion ? [] : comparePlan('the plan of the release', ofRelease, differing)),
    ...comparePreviews('the set by itself', shown, after),
    ...impossible.map((one) => `not taken back: ${one}`),
    ...backs.flatMap(({ plan, differing: changed }) => comparePlan('the plan of taking it back', plan, changed)),
    ...compareRestored(before, restored),
    ...findLostRedirects(before, restored),
  ];
}

/** Publishes a random set and takes it back; answers what of it was not as it should be, null for one that is refused. */
async function tryRandomSet(random: Random): Promise<string[] | null> {
  const items = await desk.makeSet(random);
  const before = await desk.readTree();
  const alone = await desk.planAlone(items);
  const release = await desk.makeRelease(items);
  const { issues, ...ofRelease } = await desk.planRelease(release);
  const round = { items, before, release, ofRelease, alone };
  const isAlone = alone !== null && random.chance(0.5);
  // Other records may keep a draft from being published.
  const isRefused = issues.length > 0;
  if (isRefused) await desk.endRelease(release, 'nowhere');
  const found = isRefused ? null : await (isAlone ? publishAlone({ ...round, alone }) : publishAsRelease(round));
  await desk.discardAll();
  if (found === null) return alone === null ? null : [`only the release is refused: ${JSON.stringify(issues)}`];
  const about = items.map((item) => item.about).join('; ');
  return found.length === 0 ? [] : [`${isAlone ? 'by itself' : 'in a release'}: ${about}`, ...found];
}

describe.each(seeds)('random sets of drafts, with seed %i', (seed) => {
  it('are planned and shown as they are published, and taken back to the byte', async () => {
    const random = makeRandom(seed);
    const faults: string[] = [];
    let published = 0;
    for (let attempt = 0; attempt < 3 * rounds && published < rounds; attempt += 1) {
      const found = await tryRandomSet(random);
      if (found !== null) published += 1;
      faults.push(...(found ?? []));
    }
    expect(faults).toEqual([]);
    expect(published).toBe(rounds);
  });
});

it('a value that only one may have is named before it is published, for every key of the database', async () => {
  // A row that is live, of each table that has such a key.
  const keys = await desk.query<{ kind: string; name: string; owner: string; columns: string[] }>(
    `select k.kind, c.name, coalesce(c.owner_key, 'id') as owner, array(
         select a.attname::text from unnest(i.indkey::smallint[]) with ordinality u (attnum, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum order by u.place) as columns
       from private.content_tables c join private.kinds k on k.table_name = coalesce(c.owner_name, c.name)
       join pg_index i on i.indrelid = format('public.%I', c.name)::regclass and i.indisunique and not i.indisprimary`,
  );
  const unnamed: string[] = [];
  const tried = new Set<string>();
  for (const { kind, name, owner, columns } of keys) {
    const [stored] = await desk.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(r) as row from public.${name} r where ${columns.map((column) => `${column} is not null`).join(' and ')} limit 1`,
    );
    if (!stored) continue;
    const ask = async (id: unknown) => {
      const rows = [{ table: name, row: { ...stored.row, [owner]: id } }];
      const [row] = await desk.query<{ found: { columns: string[] }[] }>(`select public.find_taken($1) as found`, [
        JSON.stringify([{ kind, id: String(id), rows }]),
      ]);
      return (row?.found ?? []).some((found) => found.columns.join() === columns.join());
    };
    tried.add(`${name}: ${columns.join()}`);
    const isOwn = await ask(stored.row[owner]);
    // A key that has the owner in it is only ever its own.
    const isOther = await ask(owner === 'id' && name === 'sites' ? 'other' : 987_654);
    if (isOwn || isOther === columns.includes(owner)) unnamed.push(`${name}: ${columns.join()}`);
  }
  expect(unnamed).toEqual([]);
  expect(tried.size).toBeGreaterThan(10);
});
