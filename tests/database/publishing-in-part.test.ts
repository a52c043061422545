import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { contents } from '#content/source/revisions.ts';
import { type PageModel, toPageModel } from '#changes/take-back/page-model.ts';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

const person = '00000000-0000-0000-0000-00000000000a';
const pageId = 900_001;
const languages = ['en', 'de', 'jp'] as const;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  await run(`
    insert into auth.users (id, email) values ('${person}', 'a@test.example');
    insert into public.staff (user_id, email) values ('${person}', 'a@test.example');
    insert into public.sites (id, locales, localized) values ('test', '{en,de,jp}', '{"en": {"title": "T", "description": "D"}}');
    insert into public.pages (id, site_id) values (900002, 'test')`);
});
afterAll(() => database.close());

function run(sql: string): Promise<Record<string, unknown>[]> {
  return database.withSession(async (session) => (await session.query(sql)).rows);
}

async function ask(expression: string): Promise<unknown> {
  const [row] = await run(`select ${expression} as answer`);
  return row?.['answer'];
}

const page = z.object({ contents: contents.nullable(), parent: z.number().nullable() });
const readDraft = async () =>
  page.parse(
    await ask(`jsonb_build_object('contents', public.read_draft_contents(${pageId}) -> 'locales',
      'parent', (select parent_id from public.pages where id = ${pageId}))`),
  );
const readLive = async () =>
  page.parse(
    await ask(`jsonb_build_object('contents', private.revision_contents((select published_revision_id from public.pages where id = ${pageId})),
      'parent', private.live_parent(${pageId}))`),
  );
const readWaiting = async () => z.array(z.string()).parse(await ask(`public.read_page_changes(${pageId}) -> 'cells'`));

const answer = z.object({
  status: z.string(),
  published: z.array(z.number()).optional(),
  needs: z.array(z.object({ cell: z.string(), needs: z.string() })).optional(),
});
const publish = async (cells: readonly string[]) =>
  answer.parse(
    await ask(`public.publish_cells('${person}', ${pageId}, '{${cells.join()}}',
      (select coalesce(max(id), 0) from public.draft_saves where page_id = ${pageId}))`),
  );

async function makePage(isPublished: boolean): Promise<void> {
  await run(`delete from public.published_page_locales where page_id = ${pageId}; delete from public.pages where id = ${pageId};
    insert into public.pages (id, site_id) values (${pageId}, 'test');
    insert into public.page_locales (page_id, locale, site_id, path, title) values (${pageId}, 'en', 'test', '/one', 'One'), (${pageId}, 'de', 'test', '/eins', 'Eins');
    with made as (
      insert into public.modules (page_id, type, position)
      select ${pageId}, (array['HERO', 'ACCORDION', 'TEXT_BLOCK'])[1 + n % 3]::public.module_type, n * 1000 from generate_series(0, 4) n returning id, position
    )
    insert into public.module_locales (module_id, locale, data)
    select id, l::public.locale, jsonb_build_object('title', l || id, 'items', '[{"id": "a"}]'::jsonb)
    from made cross join unnest(array['en', 'de']) l where l = 'en' or position % 2000 = 0;
    insert into public.modules (page_id, type, position, parent_id, slot)
      select ${pageId}, 'QUOTE', 0, (select min(id) from public.modules where page_id = ${pageId} and type = 'ACCORDION'), 'a';
    insert into public.module_locales (module_id, locale, data)
      select id, 'en', '{"title": "inside"}' from public.modules where page_id = ${pageId} and parent_id is not null`);
  if (isPublished) await ask(`public.publish_draft('${person}', ${pageId})`);
}

type Edit = { what: string; at: number; other: number };

/** Changes the draft in one way, by its rows: what functions keep from happening has to be published as well. */
function edit({ what, at, other }: Edit, marker: string): string {
  const locale = languages[other % languages.length] ?? 'en';
  const any = (where = 'true') =>
    `(select id from (select m.id, row_number() over (order by m.id) - 1 as place, count(*) over () as count from public.modules m
      where m.page_id = ${pageId} and ${where}) m where place = ${at} % count)`;
  const counted = `update public.pages set structure_version = structure_version + 1 where id = ${pageId}`;
  switch (what) {
    case 'add':
      return `with made as (
          insert into public.modules (page_id, type, position, parent_id, slot)
          select ${pageId}, 'QUOTE', ${at * 100}, p.id, case when p.id is not null then 'a' end
          from (select case when ${other % 3} = 0 then ${any(`m.type = 'ACCORDION'`)} end as id) p returning id
        )
        insert into public.module_locales (module_id, locale, data)
        select id, l::public.locale, '{"title": "${marker}"}' from made cross join unnest('{en,${other % 2 === 0 ? 'de' : 'jp'}}'::text[]) l;
        ${counted}`;
    case 'remove':
      return `delete from public.modules where id = ${any()}; ${counted}`;
    case 'move':
      return `update public.modules set position = ${other * 97} where id = ${any()}; ${counted}`;
    case 'put':
      return `update public.modules m set parent_id = p.id, slot = case when p.id is not null then 'a' end
        from (select case when ${other % 2} = 0 then ${any(`m.type = 'ACCORDION'`)} end as id) p
        where m.id = ${any(`m.type <> 'ACCORDION'`)}; ${counted}`;
    case 'save':
      return `insert into public.module_locales (module_id, locale, data)
        select m.id, '${locale}', '{"title": "${marker}", "items": ${other % 4 === 0 ? '[]' : '[{"id": "a"}]'}}' from ${any()} m
        on conflict (module_id, locale) do update set data = excluded.data`;
    case 'fall back':
      return `delete from public.module_locales where module_id = ${any()} and locale = '${locale}' and locale <> 'en';
        insert into public.draft_saves (page_id, action, content, version) values (${pageId}, 'edit', '{}', 1)`;
    case 'rename':
      return `update public.page_locales set title = '${marker}' where page_id = ${pageId} and locale = '${locale}'`;
    case 'add a language':
      return `insert into public.page_locales (page_id, locale, site_id, path, title)
        values (${pageId}, '${locale}', 'test', '/page-${locale}', '${marker}') on conflict (page_id, locale) do nothing`;
    case 'take a language away':
      return `delete from public.page_locales where page_id = ${pageId} and locale = '${locale}'
        and (select count(*) from public.page_locales where page_id = ${pageId}) > 1`;
    case 'put below':
      return `update public.pages set parent_id = ${other % 2 === 0 ? 900_002 : 'null'} where id = ${pageId}`;
    default:
      return '';
  }
}

const anyEdit = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'remove',
    'move',
    'put',
    'save',
    'save',
    'save',
    'fall back',
    'rename',
    'add a language',
    'take a language away',
    'put below',
  ),
  at: fc.nat({ max: 50 }),
  other: fc.nat({ max: 50 }),
});

/** Does something with cells, and with what they need. */
async function publishWith(cells: readonly string[], act = publish): Promise<string[]> {
  const chosen = new Set(cells);
  const before = await readLive();
  for (let turn = 0; turn < 50; turn += 1) {
    const { status, needs = [] } = await act([...chosen]);
    if (status === 'published' || status === 'added') return [...chosen];
    expect(status).toBe('incomplete');
    // Nothing is done by half, and each need can be met.
    expect(await readLive()).toEqual(before);
    expect(needs.length).toBeGreaterThan(0);
    for (const { cell, needs: needed } of needs) {
      expect(cells.includes(cell) || chosen.has(cell)).toBe(true);
      expect(chosen.has(needed)).toBe(false);
    }
    for (const { needs: needed } of needs) chosen.add(needed);
  }
  expect.fail('What cells need has no end');
}

/** Whether the English texts of a module are live, in English or in place of others. A module that is not on the page any more counts. */
function isShown(model: PageModel, cell: string): boolean {
  const module = model.modules[cell.split(':')[0] ?? ''];
  return module === undefined || module.locales[defaultLocale] !== undefined;
}

const emptyModel: PageModel = { details: {}, structure: [], modules: {} };

/** The texts of the draft's modules by cell, those included that no language shows. */
const readTexts = async () =>
  z.record(z.string(), z.unknown()).parse(
    await ask(`(select coalesce(jsonb_object_agg(l.module_id || ':' || l.locale, l.data), '{}')
      from public.modules m join public.module_locales l on l.module_id = m.id where m.page_id = ${pageId})`),
  );

/** Compares what is live, cell by cell, with the live page and the draft from before. */
function expectComposed(
  now: PageModel,
  sides: { live: PageModel; draft: PageModel; texts: Record<string, unknown> },
  chosen: ReadonlySet<string>,
): void {
  const side = (cell: string) => (chosen.has(cell) ? sides.draft : sides.live);
  const localesNow = languages.filter((locale) => side(`settings:${locale}`).details[locale]);
  expect(Object.keys(now.details).toSorted()).toEqual([...localesNow].toSorted());
  for (const locale of localesNow)
    expect(now.details[locale], locale).toEqual(side(`settings:${locale}`).details[locale]);
  expect(now.structure).toEqual(side('structure').structure);
  for (const { id } of now.structure) {
    for (const locale of localesNow) {
      const cell = `${id}:${locale}`;
      const live = sides.live.modules[id]?.locales[locale];
      const isFromDraft = chosen.has(cell) || (locale === defaultLocale && live === undefined);
      expect(now.modules[id]?.locales[locale], cell).toEqual(isFromDraft ? sides.texts[cell] : live);
    }
  }
}

it(`the chosen cells of random drafts become live, and the rest afterwards makes the whole (seed ${seed})`, () =>
  fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(anyEdit, { minLength: 1, maxLength: 14 }),
      fc.array(fc.array(fc.nat({ max: 60 }), { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      async (isPublished, edits, choices) => {
        await makePage(isPublished);
        await run(edits.map((one, place) => edit(one, `edit ${place}`)).join(';\n'));
        const draft = await readDraft();
        for (const choice of choices) {
          const waiting = await readWaiting();
          const live = await readLive();
          const cells = [...new Set(choice.flatMap((at) => waiting[at % waiting.length] ?? []))];
          if (cells.length === 0) continue;
          const chosen = new Set(await publishWith(cells));
          const now = await readLive();
          const model = toPageModel(now.contents ?? {});
          expectComposed(
            model,
            {
              live: live.contents ? toPageModel(live.contents) : emptyModel,
              draft: toPageModel(draft.contents ?? {}),
              texts: await readTexts(),
            },
            chosen,
          );
          expect(now.parent).toBe(chosen.has('parent') || !live.contents ? draft.parent : live.parent);
          expect(await readDraft()).toEqual(draft);
          // What was not chosen waits still, and nothing else does. English texts that no language shows any more wait for nothing.
          expect(await readWaiting()).toEqual(
            waiting.filter((cell) => !chosen.has(cell) && (!/^\d+:en$/.test(cell) || isShown(model, cell))),
          );
        }
        const rest = await readWaiting();
        expect(rest.length > 0).toBe(await ask(`public.page_differs(${pageId})`));
        if (rest.length > 0) await publishWith(rest);
        expect(await readLive()).toEqual(draft);
        expect(await ask(`public.page_differs(${pageId})`)).toBe(false);
      },
    ),
    { numRuns: getRepeats({ test: 10, full: 500 }), seed, endOnFailure: true },
  ));

const released = z.number();

it(`chosen cells of random drafts wait in a release, become live with it, and the rest of the draft goes on (seed ${seed})`, () =>
  fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(anyEdit, { minLength: 1, maxLength: 14 }),
      fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 12 }),
      async (isPublished, edits, choice) => {
        await makePage(isPublished);
        await run(edits.map((one, place) => edit(one, `edit ${place}`)).join(';\n'));
        const [draft, live, texts, waiting] = [
          await readDraft(),
          await readLive(),
          await readTexts(),
          await readWaiting(),
        ];
        const cells = [...new Set(choice.flatMap((at) => waiting[at % waiting.length] ?? []))];
        if (cells.length === 0) return;
        const release = released.parse(await ask(`public.create_release('${person}', 'Parts')`));
        const add = async (chosen: readonly string[]) =>
          answer.parse(
            await ask(`public.add_cells_to_release('${person}', ${release}, ${pageId}, '{${chosen.join()}}',
                (select coalesce(max(id), 0) from public.draft_saves where page_id = ${pageId}))`),
          );
        const chosen = new Set(await publishWith(cells, add));
        // Nothing is live, and what was chosen does not wait any more, but for what the rest needs.
        expect(await readLive()).toEqual(live);
        const rest = waiting.filter((cell) => !chosen.has(cell));
        const waitingNow = await readWaiting();
        expect(waitingNow).toEqual(expect.arrayContaining(rest));
        expect(waiting).toEqual(expect.arrayContaining(waitingNow));
        if (rest.length === 0 && isPublished) expect(waitingNow).toEqual([]);

        const applied = await ask(`public.apply_release('${person}', ${release}, (
              select jsonb_agg(jsonb_build_object('id', l.page_id, 'saved_at', l.saved_at, 'expected', p.published_revision_id))
              from public.release_pages l join public.pages p on p.id = l.page_id where l.release_id = ${release}
            ), '[]')`);
        expect(applied).toEqual({ status: 'applied', drafts: 0 });
        const now = await readLive();
        expectComposed(
          toPageModel(now.contents ?? {}),
          {
            live: live.contents ? toPageModel(live.contents) : emptyModel,
            draft: toPageModel(draft.contents ?? {}),
            texts,
          },
          chosen,
        );
        // The draft is what it was, and what was not chosen waits still.
        expect(await readDraft()).toEqual(draft);
        const left = await readWaiting();
        if (left.length > 0) await publishWith(left);
        expect(await readLive()).toEqual(draft);
      },
    ),
    { numRuns: getRepeats({ test: 10, full: 500 }), seed, endOnFailure: true },
  ));
