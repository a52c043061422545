import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

const people = ['00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000b'] as const;
const names = ['A', 'B'] as const;
const pageId = 900_001;
const edits = getRepeats({ test: 60, full: 200 });

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  await run(`
    insert into auth.users (id, email) select p.id::uuid, p.email
      from (values ('${people[0]}', 'a@test.example'), ('${people[1]}', 'b@test.example')) p (id, email);
    insert into public.staff (user_id, email, name) select u.id, u.email, upper(left(u.email, 1)) from auth.users u;
    insert into public.sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');`);
});
afterAll(() => database.close());

function run(sql: string): Promise<Record<string, unknown>[]> {
  return database.withSession(async (session) => (await session.query(sql)).rows);
}

async function ask(expression: string): Promise<unknown> {
  const [row] = await run(`select ${expression} as answer`);
  return row?.['answer'];
}

const moduleRows = z.array(z.object({ id: z.number(), type: z.string(), parent: z.number().nullable() }));
const answer = z.object({ status: z.string(), obstacle: z.object({ by: z.string().nullish() }).optional() });
const steps = z.object({
  undo: z.object({ id: z.number() }).nullable(),
  redo: z.object({ id: z.number() }).nullable(),
});

/** All that editors see of a draft, without what counts its saves. */
const readDraft = () =>
  ask(`jsonb_build_object('en', private.assemble_modules(${pageId}, null, 'en'), 'de', private.assemble_modules(${pageId}, null, 'de'),
    'details', (select jsonb_agg(jsonb_build_array(l.locale, l.path, l.title) order by l.locale) from public.page_locales l where l.page_id = ${pageId}))`);

const modulesIn = async (parent: number | null) =>
  moduleRows.parse(
    await ask(`(select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id) order by m.position, m.id), '[]')
      from public.modules m where m.page_id = ${pageId} and m.parent_id is not distinct from ${parent})`),
  );

const version = `(select structure_version from public.pages where id = ${pageId})`;

async function makePage(): Promise<void> {
  await run(`delete from public.pages where id = ${pageId}`);
  await run(`
    insert into public.pages (id, site_id) values (${pageId}, 'test');
    insert into public.page_locales (page_id, locale, site_id, path, title) values (${pageId}, 'en', 'test', '/one', 'One'), (${pageId}, 'de', 'test', '/eins', 'Eins');
    with made as (
      insert into public.modules (page_id, type, position)
      select ${pageId}, (array['HERO', 'ACCORDION', 'TEXT_BLOCK'])[1 + n % 3]::public.module_type, n from generate_series(0, 5) n returning id
    )
    insert into public.module_locales (module_id, locale, data) select id, 'en', jsonb_build_object('title', id) from made`);
}

type Edit = { who: 0 | 1; what: string; at: number; other: number };

/** Makes one edit. It goes through the functions that the server calls; each is a transaction. */
async function edit({ who, what, at, other }: Edit, marker: string): Promise<void> {
  const actor = `'${people[who]}'`;
  const top = await modulesIn(null);
  const accordion = top.filter(({ type }) => type === 'ACCORDION')[at % 2];
  const inside = accordion && other % 2 === 0 ? accordion.id : null;
  const siblings = inside === null ? top : await modulesIn(inside);
  const ids = siblings.map(({ id }) => id);
  const chosen = siblings[at % Math.max(1, siblings.length)];
  const arrange = (order: readonly number[]) =>
    ask(`public.arrange_modules(${actor}, ${pageId}, '{${order.join()}}', ${version}, ${inside}, ${inside && `'a'`})`);
  switch (what) {
    case 'add':
      await ask(`public.insert_module(${actor}, ${pageId}, '${other % 3 === 0 ? 'ACCORDION' : 'QUOTE'}', ${at % (ids.length + 1)},
        '{"title": "${marker}"}', 1, ${version}, ${inside}, ${inside && `'a'`})`);
      break;
    case 'remove':
      if (chosen && top.length > 2) await arrange(ids.filter((id) => id !== chosen.id));
      break;
    case 'move': {
      const rest = ids.filter((id) => id !== chosen?.id);
      if (chosen) await arrange(rest.toSpliced(other % (rest.length + 1), 0, chosen.id));
      break;
    }
    case 'reverse':
      await arrange(ids.toReversed());
      break;
    case 'save': {
      const locale = other % 3 === 0 ? 'de' : 'en';
      if (chosen)
        await ask(`public.save_module(${actor}, ${chosen.id}, '${locale}', '{"title": "${marker}"}', 1,
          coalesce((select version from public.module_locales where module_id = ${chosen.id} and locale = '${locale}'), 0))`);
      break;
    }
    case 'rename':
      await ask(`public.change_page(${actor}, ${pageId}, null,
        '{"en": {"path": "/one", "title": "${marker}"}, "de": {"path": "/${other % 2 === 0 ? 'eins' : 'uno'}", "title": "Eins"}}',
        (select max(id) from public.draft_saves where page_id = ${pageId}))`);
      break;
    case 'discard':
      await ask(
        `public.discard_draft(${actor}, ${pageId}, ${version}, (select max(id) from public.draft_saves where page_id = ${pageId}))`,
      );
      break;
    case 'publish':
      await ask(`public.publish_draft(${actor}, ${pageId})`);
      break;
    case 'undo':
    case 'redo':
      await travel(who, what);
      break;
  }
}

/** How often somebody was told that a colleague has built upon what was to be undone. */
let refused = 0;

/** Undoes or redoes the next step of a person: `none` when there is none. */
async function travel(who: 0 | 1, way: 'undo' | 'redo'): Promise<string> {
  const next = steps.parse(await ask(`public.read_draft_steps('${people[who]}', ${pageId})`))[way];
  if (!next) return 'none';
  const before = await readDraft();
  const done = answer.parse(await ask(`public.${way}_draft('${people[who]}', ${pageId}, ${next.id}, 'en')`));
  // Nothing is done by half.
  if (done.status !== 'saved') expect(await readDraft()).toEqual(before);
  // What somebody did later is undone first, so whoever is in the way is the other one.
  if (way === 'undo' && done.status === 'built-upon') {
    expect(done.obstacle?.by).toBe(names[who === 0 ? 1 : 0]);
    refused += 1;
  }
  return done.status;
}

/** Undoes or redoes all that there is, by turns that nobody plans: whoever is refused waits for the other. */
async function travelAll(way: 'undo' | 'redo', turns: readonly (0 | 1)[]): Promise<number> {
  let done = 0;
  for (let turn = 0; ; turn += 1) {
    const who = turns[turn % turns.length] ?? 0;
    const first = await travel(who, way);
    const outcome = first === 'saved' ? first : await travel(who === 0 ? 1 : 0, way);
    if (outcome === 'saved') done += 1;
    else if (first === 'none' && outcome === 'none') return done;
    else expect.fail(`Nobody can ${way}: ${first}, ${outcome} after ${done}`);
  }
}

/** How many steps there are to be undone, of both. */
const stepsMade = `(select count(*) from private.draft_steps s
  where s.page_id = ${pageId} and s.undone_at is null and s.summary is not null)`;

const whats = [
  'add',
  'add',
  'add',
  'remove',
  'remove',
  'move',
  'move',
  'reverse',
  'save',
  'save',
  'save',
  'save',
  'rename',
  'discard',
  'publish',
  'undo',
  'redo',
];
const anyEdit = fc.record({
  who: fc.constantFrom(0 as const, 1 as const),
  what: fc.constantFrom(...whats),
  at: fc.nat({ max: 50 }),
  other: fc.nat({ max: 50 }),
});

it(`${edits} edits of two people are undone to the first state and done again to the last, whoever goes first (seed ${seed})`, () =>
  fc.assert(
    fc.asyncProperty(
      // Half as many again: some make no step, such as removing where little is left.
      fc.array(anyEdit, { minLength: edits * 1.5, maxLength: edits * 1.5 }),
      fc.array(fc.constantFrom(0 as const, 1 as const), { minLength: 20, maxLength: 20 }),
      async (all, turns) => {
        await makePage();
        const first = await readDraft();
        for (const [place, one] of all.entries()) await edit(one, `edit ${place}`);
        // What somebody has undone and not done again is let go with the next edit.
        await edit({ who: 0, what: 'save', at: 0, other: 1 }, 'the last of one');
        await edit({ who: 1, what: 'save', at: 1, other: 1 }, 'the last of the other');
        const last = await readDraft();
        const made = Number(await ask(stepsMade));
        const undone = await travelAll('undo', turns);
        expect(await readDraft()).toEqual(first);
        expect(undone).toBe(made);
        const redone = await travelAll('redo', turns);
        expect(await readDraft()).toEqual(last);
        expect(redone).toBe(undone);
        expect(undone).toBeGreaterThan(edits / 2);
        expect(refused).toBeGreaterThan(0);
      },
    ),
    { numRuns: getRepeats({ test: 1, full: 20 }), seed, endOnFailure: true },
  ));

it('a text is not done again before what brought its module back', async () => {
  await makePage();
  await run(`select public.publish_draft('${people[0]}', ${pageId})`);
  await edit({ who: 0, what: 'remove', at: 0, other: 1 }, '');
  await edit({ who: 0, what: 'discard', at: 0, other: 0 }, '');
  const [module] = await modulesIn(null);
  await run(`select public.save_module('${people[1]}', ${module?.id}, 'de', '{"title": "Neu"}', 1, 0)`);
  const last = await readDraft();
  expect([await travel(1, 'undo'), await travel(0, 'undo'), await travel(0, 'undo')]).toEqual(Array(3).fill('saved'));
  expect(await travel(1, 'redo')).toBe('built-upon');
  expect([await travel(0, 'redo'), await travel(0, 'redo'), await travel(1, 'redo')]).toEqual(Array(3).fill('saved'));
  expect(await readDraft()).toEqual(last);
});

it('many modules at one place leave room for more, and all of it is undone', async () => {
  await makePage();
  const first = await readDraft();
  for (let n = 0; n < 60; n += 1) {
    // Each below the one before, in the middle of the page.
    await ask(`public.insert_module('${people[0]}', ${pageId}, 'QUOTE', ${n + 2}, '{"title": "${n}"}', 1, ${version})`);
    // And one that comes and goes between the same two.
    if (n % 10 === 0) await travel(0, 'undo').then(() => travel(0, 'redo'));
  }
  const titles = await ask(`(select jsonb_agg(l.data ->> 'title' order by m.position, m.id) from public.modules m
    join public.module_locales l on l.module_id = m.id where m.page_id = ${pageId} and m.type = 'QUOTE')`);
  expect(titles).toEqual(Array.from({ length: 60 }, (_, n) => String(n)));
  expect(await travelAll('undo', [0])).toBe(60);
  expect(await readDraft()).toEqual(first);
});
