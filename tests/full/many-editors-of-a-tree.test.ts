import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { literal } from '#database/quote.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { type Pool, openPool } from '#embedded/pool.ts';
import { type Random, makeRandom } from '../fixtures/random.ts';
import { seed } from '../fixtures/seeds.ts';

/**
 * Twenty people move, change, publish, undo and discard the pages of one tree at once, by themselves and in releases. Each reads first
 * and calls then, so that most of what they have read is old by the time.
 */
const editors = 20;
const steps = 500;
const pages = 30;

const people = Array.from({ length: editors }, (_, at) => `00000000-0000-0000-0000-0000000000${String(at + 10)}`);

let database: OpenDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  pool = openPool(database.ownerUrl, { max: editors, name: 'editors' });
  await pool.unsafe(`
    insert into auth.users (id, email) select u::uuid, right(u, 2) || '@test.example' from unnest('{${people.join()}}'::text[]) u;
    insert into public.staff (user_id, email, name, role) select u.id, u.email, u.email, 'admin' from auth.users u;
    insert into public.sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
    insert into public.pages (id, site_id, parent_id) select i, 'main', nullif(i / 3, 0) from generate_series(1, ${pages}) i;
    insert into public.page_locales (page_id, locale, site_id, path, title)
      select i, l::public.locale, 'main', '/p' || i, 'Page ' || i from generate_series(1, ${pages}) i, unnest('{en,de}'::text[]) l;
    insert into public.modules (id, page_id, type, position) select i, i, 'HERO', 0 from generate_series(1, ${pages}) i;
    insert into public.module_locales (module_id, locale, data) select i, 'en', '{"title": "0"}' from generate_series(1, ${pages}) i;`);
  await pool.unsafe(`select public.publish_pages(array(select i from generate_series(1, ${pages - 5}) i))`);
  await pool.unsafe(`select public.create_release('${people[0]}', 'Release ' || i) from generate_series(1, 4) i`);
});
afterAll(async () => {
  await pool?.end({ timeout: 2 });
  await database?.close();
});

const databaseError = z.object({
  code: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  where: z.string().optional(),
});
const answered = z.looseObject({ status: z.string().optional(), published: z.array(z.number()).optional() });
const draft = z.object({
  structure: z.number(),
  last_save: z.number(),
  version: z.number(),
  parent: z.number().nullable(),
  above: z.string().nullable(),
  placed: z.string().nullable(),
  undo: z.object({ id: z.number() }).nullable(),
  redo: z.object({ id: z.number() }).nullable(),
});

async function ask(expression: string): Promise<unknown> {
  const [row] = await pool.unsafe<{ answer: unknown }[]>(`select to_jsonb(${expression}) as answer`);
  return row?.answer;
}

/** What a person sees of a page before the next call. */
const readDraft = async (person: string, page: number, below: number | null, release: number) =>
  draft.parse(
    await ask(`(select jsonb_build_object('structure', p.structure_version, 'parent', p.parent_id,
      'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = p.id), 0),
      'version', (select l.version from public.module_locales l where l.module_id = p.id and l.locale = 'en'),
      'above', (select l.path from public.page_locales l where l.page_id = ${below} and l.locale = 'en'),
      'placed', (select i.saved_at from public.release_pages i where i.release_id = ${release} and i.page_id = p.id))
      || public.read_draft_steps('${person}', p.id) from public.pages p where p.id = ${page})`),
  );

const pageIds = z.array(z.number());
const openRelease = `select l.id from public.releases l where l.state = 'open' order by random() limit 1`;

type Work = { person: string; random: Random; mark: string };

/** What was said to be done. */
const saved: string[] = [];
const published = new Map<number, number>();
const outcomes = new Map<string, number>();

/** Which call a person makes next, and of which page. */
async function chooseCall({ person, random, mark }: Work): Promise<{ name: string; call: string; page: number }> {
  const name = random.pick([
    'move',
    'move',
    'move',
    'move',
    'save',
    'save',
    'publish',
    'publish',
    'discard',
    'undo',
    'undo',
    'redo',
    'add',
    'add',
    'add',
    'add',
    'take out',
    'take out',
    'apply',
  ]);
  const me = `'${person}'`;
  const release = Number(await ask(`coalesce((${openRelease}), 0)`));
  // Pages that have a step of this person, or are in the release, where there are any.
  const fitting: Record<string, string> = {
    undo: `select s.page_id from private.draft_steps s where s.author = ${me} and s.undone_at is null and s.summary is not null`,
    redo: `select s.page_id from private.draft_steps s where s.author = ${me} and s.undone_at is not null`,
    'take out': `select i.page_id from public.release_pages i where i.release_id = ${release}`,
  };
  const candidates = pageIds.parse(await ask(`array(${fitting[name] ?? 'select id from public.pages'} order by 1)`));
  const page = candidates.length > 0 ? random.pick(candidates) : 1 + random.integer(pages);
  const below = random.chance(0.2) ? null : 1 + random.integer(pages);
  const now = await readDraft(person, page, below, release);
  const placed = now.placed === null ? 'null' : literal(now.placed);
  const calls: Record<string, () => Promise<string> | string> = {
    move: () => {
      const path = random.chance(0.5) ? `/p${page}` : `${now.above ?? ''}/p${page}`;
      const names = literal(JSON.stringify({ en: { path, title: `Page ${page} ${mark}` } }));
      return `public.change_page(${me}, ${page}, ${below}, ${names}, ${now.last_save})`;
    },
    save: () => `public.save_module(${me}, ${page}, 'en', '{"title": "${mark}"}', 1, ${now.version})`,
    publish: () => `public.publish_draft(${me}, ${page})`,
    discard: () => `public.discard_draft(${me}, ${page}, ${now.structure}, ${now.last_save})`,
    undo: () => `public.undo_draft(${me}, ${page}, ${now.undo?.id ?? 0}, 'en')`,
    redo: () => `public.redo_draft(${me}, ${page}, ${now.redo?.id ?? 0}, 'en')`,
    add: () => `public.add_page_to_release(${me}, ${release}, ${page}, ${now.last_save}, ${placed})`,
    'take out': () => `public.take_page_out(${me}, ${release}, ${page}, ${random.chance(0.7)}, false, ${placed})`,
    apply: async () => {
      const items = literal(
        JSON.stringify(
          await ask(`(select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'saved_at', i.saved_at, 'expected', p.published_revision_id)), '[]')
            from public.release_pages i join public.pages p on p.id = i.page_id where i.release_id = ${release})`),
        ),
      );
      return `public.apply_release(${me}, ${release}, ${items}, '[]')`;
    },
  };
  const make = calls[name];
  if (!make) throw new Error(`There is no call ${name}`);
  return { name, call: await make(), page };
}

async function doOne(work: Work): Promise<void> {
  const { name, call, page } = await chooseCall(work);
  let status: string;
  try {
    const answer = answered.parse(await ask(call));
    status = answer.status ?? 'done';
    if (name === 'publish') {
      status = answer.published?.includes(page) ? 'published' : 'unchanged';
      if (status === 'published') published.set(page, (published.get(page) ?? 0) + 1);
    }
    if ((name === 'move' || name === 'save') && status === 'saved') saved.push(work.mark);
    if (name === 'apply' && status === 'applied') {
      const live = `select public.settle_release(l.id, now()) from public.releases l where l.state = 'publishing'`;
      await pool.unsafe(`${live}; select public.create_release('${work.person}', '${work.mark}')`);
    }
  } catch (error) {
    // A constraint, which has a sentence: of circles, and of addresses.
    const known = databaseError.safeParse(error);
    if (!known.success) throw error;
    const { code, message, detail, where } = known.data;
    if (!/^23(?:C01|505|P01)$/.test(code))
      throw new Error(`${code} ${message}: ${call}\n${detail}\n${where}`, { cause: error });
    status = code;
  }
  outcomes.set(`${name} ${status}`, (outcomes.get(`${name} ${status}`) ?? 0) + 1);
}

it(`breaks nothing and loses nothing of ${editors} × ${steps} steps`, async ({ annotate }) => {
  const failures: string[] = [];
  await Promise.all(
    people.map(async (person, at) => {
      const random = makeRandom(seed + at);
      for (let step = 0; step < steps; step += 1) {
        await doOne({ person, random, mark: `m${at}x${step}x` }).catch((error: unknown) =>
          failures.push(error instanceof Error ? `${error.message} ${error.stack}` : String(error)),
        );
      }
    }),
  );
  const told = Array.from(outcomes, ([outcome, times]) => `${outcome}: ${times}`).toSorted();
  await annotate(told.join(', '));
  expect(failures).toEqual([]);
  // Each kind of step has come to something.
  for (const done of [
    'move saved',
    'save saved',
    'publish published',
    'discard saved',
    'undo saved',
    'redo saved',
    'add added',
    'take out taken-out',
    'apply applied',
  ]) {
    expect(
      told.some((line) => line.startsWith(done)),
      `${done} among ${told.join(', ')}`,
    ).toBe(true);
  }
  expect(await pool.unsafe('select * from public.find_broken_invariants()')).toHaveLength(0);

  // From the top all pages are found, in the drafts and on the site.
  const found = await pool.unsafe<{ drafts: number; live: number; all_live: number }[]>(`
    with recursive drafts as (
      select p.id from public.pages p where p.parent_id is null
      union select p.id from drafts d join public.pages p on p.parent_id = d.id
    ), live as (
      select l.page_id from public.published_page_locales l where l.parent_id is null
      union select l.page_id from live v join public.published_page_locales l on l.parent_id = v.page_id
    )
    select (select count(*) from drafts)::int as drafts, (select count(*) from live)::int as live,
      (select count(distinct l.page_id) from public.published_page_locales l)::int as all_live`);
  expect(found[0]?.drafts).toBe(pages);
  expect(found[0]?.live).toBe(found[0]?.all_live);

  // Whatever was said to be saved stands in the history.
  const history = await pool.unsafe<{ content: string }[]>(
    'select s.content::text as content from public.draft_saves s',
  );
  const kept = new Set(history.flatMap(({ content }) => content.match(/m\d+x\d+x/g) ?? []));
  expect(saved.filter((mark) => !kept.has(mark))).toEqual([]);

  // Whatever was said to be published is a revision: that of a publish, or of a release.
  const revisions = await pool.unsafe<{ id: number; made: number; released: number }[]>(`
    select p.id, (select count(*) from public.page_revisions r where r.page_id = p.id)::int as made,
      (select count(*) from public.release_pages i join public.releases l on l.id = i.release_id
        where i.page_id = p.id and i.revision_id is not null and l.state = 'live')::int as released
    from public.pages p order by p.id`);
  const odd = revisions.filter(
    ({ id, made, released }) => made !== released + (published.get(id) ?? 0) + (id <= pages - 5 ? 1 : 0),
  );
  expect(odd.map((page) => ({ ...page, published: published.get(page.id) }))).toEqual([]);
});
