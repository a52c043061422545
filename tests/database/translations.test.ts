import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateKeys } from '#embedded/keys.ts';
import { type OpenDatabase, migrationsFolder, openDatabase } from '#embedded/open-database.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

const person = '00000000-0000-0000-0000-00000000000a';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  await run(`
    insert into auth.users (id, email) values ('${person}', 'a@test.example');
    insert into public.staff (user_id, email) values ('${person}', 'a@test.example');
    insert into public.sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');`);
});
afterAll(() => database.close());

function run(sql: string): Promise<Record<string, unknown>[]> {
  return database.withSession(async (session) => (await session.query(sql)).rows);
}

const quote = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** The states of the German texts of a page or record, by field. */
async function readStates(kind: string, ref: string): Promise<Record<string, string>> {
  const [row] = await run(
    `select coalesce(jsonb_object_agg(split_part(s.part, ':', 1) || '/' || s.path, s.state), '{}') as answer from private.states_of_texts('${kind}', '{${ref}}') s where s.locale = 'de'`,
  );
  return z.record(z.string(), z.string()).parse(row?.['answer']);
}

describe('the texts of a page', () => {
  let page = '';
  const save = (locale: string, data: unknown) =>
    run(`insert into public.module_locales as l (module_id, locale, data) values (${page}0000, '${locale}', ${quote(data)})
      on conflict (module_id, locale) do update set data = excluded.data`);
  const state = async () => (await readStates('page', page))['module/title'];

  beforeEach(async () => {
    const [row] = await run(`insert into public.pages (site_id) values ('test') returning id::text`);
    page = z.string().parse(row?.['id']);
    await run(`insert into public.page_locales (page_id, locale, site_id, path, title) values (${page}, 'en', 'test', '/page-${page}', 'Page ${page}');
      insert into public.modules (id, page_id, type, position) overriding system value values (${page}0000, ${page}, 'HERO', 1);`);
  });

  it('are absent until somebody writes them, and translated then', async () => {
    await save('en', { title: `Gas ${page}` });
    expect(await state()).toBe('absent');
    await save('de', { title: `Gas auf Deutsch ${page}` });
    expect(await state()).toBe('translated');
  });

  it('are partly translated while they say what the English ones say', async () => {
    await save('en', { title: `Gas ${page}` });
    await save('de', { title: `Gas ${page}` });
    expect(await state()).toBe('partly');
  });

  it('are stale once their source says something else, and fresh again once that is undone', async () => {
    await save('en', { title: `Gas ${page}` });
    await save('de', { title: `Deutsch ${page}` });
    await save('en', { title: `Liquid ${page}` });
    expect(await state()).toBe('stale');
    await save('en', { title: `Gas ${page}` });
    expect(await state()).toBe('translated');
  });

  it('stay what they are when their source changes in white space and typography alone', async () => {
    await save('en', { title: `A "gas" - ${page}` });
    await save('de', { title: `Deutsch ${page}` });
    await save('en', { title: ` A\u00a0\u201cgas\u201d  \u2013 ${page}` });
    expect(await state()).toBe('translated');
  });

  it('are stale when an earlier one comes back beside another source', async () => {
    await save('en', { title: `One ${page}` });
    await save('de', { title: `Eins ${page}` });
    await save('de', { title: `Einer ${page}` });
    await save('en', { title: `Two ${page}` });
    await save('de', { title: `Eins ${page}` });
    expect(await state()).toBe('stale');
  });

  it('are made of the source of their transaction, in whatever order it writes', async () => {
    await save('en', { title: `Old ${page}` });
    await save('de', { title: `Alt ${page}` });
    await run(`begin; update public.module_locales set data = ${quote({ title: `Neu ${page}` })} where module_id = ${page}0000 and locale = 'de';
      update public.module_locales set data = ${quote({ title: `New ${page}` })} where module_id = ${page}0000 and locale = 'en'; commit;`);
    expect(await state()).toBe('translated');
  });

  it('keep their state in a copy', async () => {
    await save('en', { title: `Gas ${page}` });
    await save('de', { title: `Deutsch ${page}` });
    await save('en', { title: `Liquid ${page}` });
    await run(`insert into public.pages (id, site_id) overriding system value values (${page}000, 'test');
      insert into public.modules (id, page_id, type, position) overriding system value values (${page}000, ${page}000, 'HERO', 1);
      insert into public.module_locales (module_id, locale, data) select ${page}000, locale, data from public.module_locales where module_id = ${page}0000`);
    expect(await readStates('page', `${page}000`)).toEqual({ 'module/title': 'stale' });
  });

  it('are those of the fields that show', async () => {
    await run(`update public.modules set type = 'BENEFITS' where id = ${page}0000`);
    const blocks = {
      iconBlocks: [{ id: 'i', title: `Icon ${page}` }],
      imageBlocks: [{ id: 'j', title: `Image ${page}` }],
    };
    await save('en', { display: 'icon', heading: { title: `Why ${page}`, lead: '5 %' }, ...blocks });
    expect(await readStates('page', page)).toMatchObject({
      'module/heading.title': 'absent',
      'module/iconBlocks.i.title': 'absent',
    });
    expect(Object.keys(await readStates('page', page))).not.toContain('module/imageBlocks.j.title');
    expect(Object.keys(await readStates('page', page))).not.toContain('module/heading.lead');
  });
});

describe('whatever is done to pages and records', () => {
  const actor = `'${person}'`;
  const names = ['title', 'lead'] as const;
  const edits = fc.record({
    what: fc.constantFrom(
      'source',
      'source',
      'target',
      'target',
      'former',
      'both',
      'typography',
      'undo',
      'redo',
      'discard',
      'publish',
      'copy',
      'trash',
      'row',
      'draft',
      'take draft',
    ),
    at: fc.nat(7),
    which: fc.nat(3),
  });

  it(
    'a text is what it was made from: of the texts that stand there, those written beside this source are translated',
    async () => {
      let world_ = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(edits, { minLength: 20, maxLength: 40 }), async (all) => {
          world_ += 1;
          const world = await makeWorld(`${seed}-${world_}`);
          for (const one of all) {
            await world.edit(one);
            expect(await world.read(), JSON.stringify(one)).toEqual(await world.expected());
          }
          await run('select public.count_translations(p_limit => 1000)');
          const [row] =
            await run(`select jsonb_build_array(count(*) filter (where state = 'stale'), count(*) filter (where state = 'absent'), count(*)) as states,
            (select jsonb_build_array(sum(c.stale), sum(c.absent), sum(c.texts)) from private.translation_counts c where c.kind = 'page') as counts
            from private.states_of_texts('page', array(select p.id::text from public.pages p))`);
          expect(row?.['counts']).toEqual(row?.['states']);
        }),
        { numRuns: getRepeats({ test: 3, full: 60 }), seed, endOnFailure: true },
      );
    },
    getRepeats({ test: 60_000, full: 1_200_000 }),
  );

  async function makeWorld(marker: string) {
    /** What somebody has written, beside the source that it stood beside: source and target. */
    const made = new Set<string>();
    const former = new Map<string, string[]>();
    let written = 0;
    const [row] = await run(`insert into public.pages (site_id) values ('test') returning id::int`);
    let page = z.number().parse(row?.['id']);
    await run(
      `insert into public.page_locales (page_id, locale, site_id, path, title) values (${page}, 'en', 'test', '/w-${page}', '1'), (${page}, 'de', 'test', '/w-${page}', '1')`,
    );
    await run(`with made as (insert into public.modules (page_id, type, position) select ${page}, 'TEXT_HEADER', n from generate_series(1, 2) n returning id)
      insert into public.module_locales (module_id, locale, data) select id, 'en', jsonb_build_object('title', 'Source a ' || id, 'lead', 'Source b ' || id) from made`);
    const [faq] = await run(
      `insert into public.faqs (category, sites, localized) values ('c', '{main}', ${quote({ en: { question: `Q ${marker}`, answer: richText(`A ${marker}`) } })}) returning id::int`,
    );
    const record = z.number().parse(faq?.['id']);

    const modulesOf = async () =>
      z
        .array(
          z.object({
            id: z.number(),
            en: z.record(z.string(), z.unknown()),
            de: z.record(z.string(), z.unknown()).nullable(),
          }),
        )
        .parse(
          (
            await run(`select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'en', e.data, 'de', d.data) order by m.position, m.id), '[]') as answer
            from public.modules m join public.module_locales e on e.module_id = m.id and e.locale = 'en'
            left join public.module_locales d on d.module_id = m.id and d.locale = 'de' where m.page_id = ${page}`)
          )[0]?.['answer'],
        );
    const save = (module: number, locale: string, data: unknown) =>
      run(`select public.save_module(${actor}, ${module}, '${locale}', ${quote(data)}, 1,
        coalesce((select version from public.module_locales where module_id = ${module} and locale = '${locale}'), 0))`);
    const localized = async () =>
      z.record(z.string(), z.record(z.string(), z.unknown())).parse(
        (
          await run(`select coalesce((select d.rows -> 'faqs' -> 0 -> 'localized' from public.record_drafts d where d.kind = 'faq' and d.record_id = '${record}'),
          (select f.localized from public.faqs f where f.id = ${record})) as answer`)
        )[0]?.['answer'],
      );
    const note = (en: unknown, de: unknown) => made.add(`${plain(en)}|${plain(de)}`);
    const state = (en: unknown, de: unknown) =>
      plain(de) === ''
        ? 'absent'
        : plain(de) === plain(en)
          ? 'partly'
          : made.has(`${plain(en)}|${plain(de)}`)
            ? 'translated'
            : 'stale';

    return {
      async expected() {
        const modules = await modulesOf();
        const texts = await localized();
        return {
          ...Object.fromEntries(
            modules.flatMap(({ id, en, de }) =>
              names.map((name) => [`module:${id}/${name}`, state(en[name], de?.[name])]),
            ),
          ),
          [`faq:${record}/question`]: state(texts['en']?.['question'], texts['de']?.['question']),
          [`faq:${record}/answer`]: state(texts['en']?.['answer'], texts['de']?.['answer']),
        };
      },
      async read() {
        const [answer] =
          await run(`select coalesce(jsonb_object_agg(s.part || '/' || s.path, s.state), '{}') as answer from (
          select * from private.states_of_texts('page', '{${page}}') union all select * from private.states_of_texts('faq', '{${record}}')) s where s.locale = 'de'`);
        return answer?.['answer'];
      },
      async edit({ what, at, which }: { what: string; at: number; which: number }) {
        const modules = await modulesOf();
        const chosen = modules[at % modules.length];
        const name = names[which % 2] ?? 'title';
        written += 1;
        const fresh = `Ziel ${marker} ${written}`;
        if (!chosen) return;
        const { id, en, de } = chosen;
        const key = `${id}/${name}`;
        switch (what) {
          case 'source':
            await save(id, 'en', { ...en, [name]: `Source ${which} ${id} ${name}` });
            break;
          case 'typography':
            await save(id, 'en', { ...en, [name]: ` ${plain(en[name])}\u00a0\u00ad ` });
            break;
          case 'target':
            await save(id, 'de', { ...de, [name]: fresh });
            note(en[name], fresh);
            former.set(key, [...(former.get(key) ?? []), fresh]);
            break;
          case 'former': {
            const earlier = former.get(key) ?? [];
            const text = earlier[at % Math.max(1, earlier.length)];
            if (text) await save(id, 'de', { ...de, [name]: text });
            break;
          }
          case 'both': {
            const source = `Source ${which} ${id} ${name} with its translation`;
            await run(`begin;
              insert into public.module_locales as l (module_id, locale, data) values (${id}, 'de', ${quote({ ...de, [name]: fresh })}) on conflict (module_id, locale) do update set data = excluded.data;
              update public.module_locales set data = ${quote({ ...en, [name]: source })} where module_id = ${id} and locale = 'en'; commit;`);
            note(source, fresh);
            break;
          }
          case 'undo':
          case 'redo': {
            const [steps] = await run(`select public.read_draft_steps(${actor}, ${page}) as answer`);
            const next = z
              .object({ undo: z.object({ id: z.number() }).nullable(), redo: z.object({ id: z.number() }).nullable() })
              .parse(steps?.['answer'])[what];
            if (next) await run(`select public.${what}_draft(${actor}, ${page}, ${next.id}, 'en')`);
            break;
          }
          case 'publish':
            await run(`select public.publish_draft(${actor}, ${page})`);
            break;
          case 'discard':
            await run(`select public.discard_draft(${actor}, ${page}, (select structure_version from public.pages where id = ${page}), (select max(id) from public.draft_saves where page_id = ${page}))
              from public.pages p where p.id = ${page} and p.published_revision_id is not null`);
            break;
          case 'copy': {
            const [copy] = await run(
              `select (public.copy_page(${actor}, ${page}, 'test', null, '{"en": {"path": "/w-${marker}-${written}", "title": "1"}, "de": {"path": "/w-${marker}-${written}", "title": "1"}}') ->> 'id')::int as id`,
            );
            page = z.number().parse(copy?.['id']);
            break;
          }
          case 'trash':
            await run(`select public.delete_page(${actor}, ${page}, true)`);
            await run(`select public.restore_page(${actor}, ${page})`);
            break;
          case 'row':
          case 'draft': {
            const texts = await localized();
            const isSource = which % 2 === 0;
            const next = isSource
              ? {
                  ...texts,
                  en: { ...texts['en'], question: `Q ${marker} ${at}`, answer: richText(`A ${marker} ${at}`) },
                }
              : { ...texts, de: { question: fresh, answer: richText(fresh) } };
            if (what === 'row') {
              await run(
                `update public.faqs set localized = ${quote(next)} where id = ${record}; delete from public.record_drafts where kind = 'faq' and record_id = '${record}'`,
              );
            } else {
              await run(`insert into public.record_drafts (kind, record_id, data, rows) select 'faq', '${record}', '{}', jsonb_build_object('faqs', jsonb_build_array(to_jsonb(f) || jsonb_build_object('localized', ${quote(next)}::jsonb)))
                from public.faqs f where f.id = ${record} on conflict (kind, record_id, release_id) do update set rows = excluded.rows`);
            }
            if (!isSource) {
              note(texts['en']?.['question'], fresh);
              note(texts['en']?.['answer'], richText(fresh));
            }
            break;
          }
          case 'take draft':
            await run(`delete from public.record_drafts where kind = 'faq' and record_id = '${record}'`);
            break;
        }
      },
    };
  }
});

const richText = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** What a value says, whatever its form and its spaces. */
function plain(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : [...JSON.stringify(value ?? '').matchAll(/"text":"([^"]*)"/g)].map((match) => match[1]).join('');
  return text.replaceAll(/[\u00ad\s]+/g, ' ').trim();
}
