import { setTimeout } from 'node:timers/promises';
import { parse } from 'devalue';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { type SiteId, siteIds, withLocale } from '#domain/sites.ts';
import { askHost } from '../../tests/fixtures/ask-host.ts';
import { type Forked, Visitor, forkServed } from '../../tests/fixtures/fork-served.ts';
import { generateModules } from '../../tests/fixtures/generated-site.ts';
import { makeRandom } from '../../tests/fixtures/random.ts';

/** A release of so many drafts on three sites: what an editor waits for, and what visitors get at its moment. */
type ReleaseFigures = {
  drafts: number;
  planSeconds: number;
  publishSeconds: number;
  backSeconds: number;
  /** Milliseconds after the moment at which the first page of a scheduled one was read as in it; negative for one that was early. */
  firstRead: number;
  /** The same for the last page of all. */
  lastRead: number;
  /** How long before the moment its pages and records are locked, and after how much of that everything is written. */
  lockedSeconds: number;
  writtenSeconds: number;
};

/** Milliseconds from the moment of a release until all of it is read. */
const skewLimit = 100;
/** Milliseconds after which what is not read is taken for lost. */
const timeout = 120_000;

type World = { served: Forked; editor: Visitor; client: Client };

/** A page whose first module has the words that releases change. */
type Page = { id: number; site: SiteId; path: string; hero: number };

const idRows = z.array(z.object({ id: z.number() }));

function must<T>({ data, error }: { data: T; error: { message: string } | null }): T {
  if (error) throw new Error(error.message);
  return data;
}

async function ask<T>({ editor }: World, action: string, input: object, answer: z.ZodType<T>): Promise<T> {
  const response = await editor.call(action, input);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 300)}`);
  return answer.parse(parse(text));
}

/** Pages of eight modules, a third of them on each site, published. */
async function makePages(world: World, count: number): Promise<Page[]> {
  const { client, served } = world;
  const random = makeRandom(count);
  const idsIn = (rows: unknown) => idRows.parse(rows).map(({ id }) => id);
  // One that leads to the same place from every site.
  const link = { text: 'Elsewhere', link_type: 'external' as const, url: 'https://elsewhere.example/' };
  const records = {
    images: idsIn(must(await client.from('images').select('id').order('id').limit(5))),
    links: idsIn(must(await client.from('links').insert(link).select('id'))),
    products: served.site.productIds.slice(0, 4),
  };
  const sites = Array.from({ length: count }, (_, index) => siteIds[index % siteIds.length] ?? 'main');
  const own = sites.map((site_id) => ({ site_id, template: 'content' }));
  const ids = idsIn(must(await client.from('pages').insert(own).select('id')));
  const pages: Page[] = [];
  for (const [index, id] of ids.entries()) {
    const site = sites[index] ?? 'main';
    const path = `/released/${id}`;
    const title = `Released ${id}`;
    must(
      await client
        .from('page_locales')
        .insert({ page_id: id, locale: 'en', site_id: site, path, title, description: 'What sensors measure' }),
    );
    const made = generateModules(random, records);
    const rows = made.map(({ type }, position) => ({ page_id: id, type, position }));
    const modules = idsIn(must(await client.from('modules').insert(rows).select('id')));
    const texts = made.map(({ data }, at) => ({
      module_id: modules[at] ?? 0,
      locale: 'en' as const,
      data: data as NonNullable<Json>,
      data_version: 1,
    }));
    must(await client.from('module_locales').insert(texts));
    pages.push({ id, site, path, hero: modules[0] ?? 0 });
  }
  await retitle(world, pages, 'Before');
  must(await client.rpc('publish_pages', { p_page_ids: ids }));
  await readUntil(world, pages, 'Before');
  return pages;
}

/** Puts words into the drafts of pages. */
async function retitle({ served }: World, pages: readonly Page[], title: string): Promise<void> {
  const heroes = pages.map(({ hero }) => hero).join(',');
  await served.runSql(
    `update public.module_locales set data = data || '{"title": "${title}"}' where module_id in (${heroes}) and locale = 'en'`,
  );
}

/** When each page was read with some words, in milliseconds since 1970. They are asked for as visitors do, eight at a time, without a pause. */
async function readUntil({ served }: World, pages: readonly Page[], words: string): Promise<number[]> {
  const { host } = new URL(served.origin);
  const seen: number[] = [];
  const latest = Date.now() + timeout;
  let left = [...pages];
  while (left.length > 0) {
    const [one] = left;
    if (Date.now() > latest)
      throw new Error(`${left.length} pages were never read with “${words}”, such as ${one?.path} on ${one?.site}`);
    const turn = left;
    left = [];
    const reader = async () => {
      for (let page = turn.pop(); page; page = turn.pop()) {
        const asked = { path: withLocale('en', page.path), host: page.site === 'main' ? host : `${page.site}.${host}` };
        const { body } = await askHost(served.origin, asked);
        if (body.includes(words)) seen.push(Date.now());
        else left.push(page);
      }
    };
    await Promise.all(Array.from({ length: 8 }, reader));
  }
  return seen;
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
}

/** A release of drafts of all these pages. */
async function openRelease(world: World, pages: readonly Page[], name: string): Promise<number> {
  await retitle(world, pages, name);
  const { id } = await ask(world, 'createRelease', { name }, z.object({ id: z.number() }));
  const items = pages.map((page) => ({ page: page.id }));
  const { added } = await ask(world, 'addToRelease', { release: id, items }, z.object({ added: z.number() }));
  if (added !== pages.length) throw new Error(`${added} of ${pages.length} drafts are in the release`);
  return id;
}

const lockState = z.object({ is_locked: z.boolean(), is_written: z.boolean() });

/** Looks until the moment at whether a release is being written, and whether that is done and waits. */
async function watchLocks(
  { served }: World,
  id: number,
  moment: number,
): Promise<Pick<ReleaseFigures, 'lockedSeconds' | 'writtenSeconds'>> {
  let [locked, written] = [moment, moment];
  while (Date.now() < moment) {
    const [row] = await served.runSql(`select
      not exists (select from public.releases l where l.id = ${id} for update skip locked) as is_locked,
      exists (select from pg_stat_activity a where a.query ilike '%apply_due_releases%' and a.wait_event = 'PgSleep') as is_written`);
    const state = lockState.parse(row);
    if (state.is_locked) locked = Math.min(locked, Date.now());
    if (state.is_written) written = Math.min(written, Date.now());
    await setTimeout(20);
  }
  return { lockedSeconds: (moment - locked) / 1000, writtenSeconds: (written - locked) / 1000 };
}

/** Puts a release of the drafts live at a moment, and tells how much later its first and its last page were read. */
async function schedule(
  world: World,
  pages: readonly Page[],
): Promise<Pick<ReleaseFigures, 'firstRead' | 'lastRead' | 'lockedSeconds' | 'writtenSeconds'>> {
  const name = `Scheduled ${pages.length}`;
  const id = await openRelease(world, pages, name);
  // More than the publisher takes to prepare it.
  const moment = new Date(Math.ceil((Date.now() + 20_000 + 40 * pages.length) / 1000) * 1000);
  const when = { local: moment.toISOString().slice(0, 19), zone: 'UTC' };
  await ask(world, 'scheduleRelease', { id, when }, z.unknown());
  const locks = watchLocks(world, id, moment.getTime());
  await setTimeout(Math.max(0, moment.getTime() - Date.now() - 3000));
  const [read, held] = await Promise.all([readUntil(world, pages, name), locks]);
  const after = read.map((at) => at - moment.getTime());
  return { firstRead: Math.min(...after), lastRead: Math.max(...after), ...held };
}

async function measure(world: World, drafts: number): Promise<ReleaseFigures> {
  const pages = await makePages(world, drafts);
  const name = `Published ${drafts}`;
  const id = await openRelease(world, pages, name);
  const planSeconds = await seconds(() => ask(world, 'planRelease', { id }, z.unknown()));
  const publishSeconds = await seconds(() => ask(world, 'publishRelease', { id }, z.unknown()));
  await readUntil(world, pages, name);
  const backSeconds = await seconds(() => ask(world, 'takeReleaseBack', { id }, z.unknown()));
  await readUntil(world, pages, 'Before');
  return { drafts, planSeconds, publishSeconds, backSeconds, ...(await schedule(world, pages)) };
}

export async function measureReleases(
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<ReleaseFigures[]> {
  const served = await forkServed();
  try {
    const editor = new Visitor(served.origin);
    await editor.signIn(served.users.editor);
    const world = { served, editor, client: createKeyClient(served.supabaseUrl, served.secretKey) };
    const figures: ReleaseFigures[] = [];
    for (const drafts of sizes) {
      say(`A release of ${drafts} drafts …`);
      figures.push(await measure(world, drafts));
    }
    return figures;
  } finally {
    await served.stop();
  }
}

/** Whether nothing was early, and all was there in time. */
export function areReleasesPunctual(figures: readonly ReleaseFigures[]): boolean {
  return figures.every(({ firstRead, lastRead }) => firstRead >= 0 && lastRead <= skewLimit);
}

export function releasesTable(figures: readonly ReleaseFigures[]): string {
  const row = (label: string, of: (one: ReleaseFigures) => string) =>
    label.padEnd(44) + figures.map((one) => of(one).padStart(10)).join('');
  return [
    row('drafts on three sites', ({ drafts }) => drafts.toLocaleString('en')),
    row('plan, s', ({ planSeconds }) => planSeconds.toFixed(1)),
    row('publish, s', ({ publishSeconds }) => publishSeconds.toFixed(1)),
    row('take back, s', ({ backSeconds }) => backSeconds.toFixed(1)),
    row('scheduled: first page read after, ms', ({ firstRead }) => String(firstRead)),
    row(`last page (at most ${skewLimit}), ms`, ({ lastRead }) => String(lastRead)),
    row('locked before its moment, s', ({ lockedSeconds }) => lockedSeconds.toFixed(1)),
    row('of which it is written, s', ({ writtenSeconds }) => writtenSeconds.toFixed(1)),
  ].join('\n');
}
