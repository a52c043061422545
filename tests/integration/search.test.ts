import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '#modules/definitions.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import { searchSite } from '#content/search/search-site.ts';
import { refreshSearch } from '#publish/queue/search-index.ts';
import { largerSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';
import { makeRandom } from '../fixtures/random.ts';
import { changes } from '../fixtures/random-changes.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

const batches = getRepeats({ test: 3, full: 20 });

let setup: PublishingSetup;

async function refresh(): Promise<void> {
  while (await refreshSearch(setup.runtime.serviceClient, 100));
}

/** The whole index, without its input columns. */
function index(): Promise<unknown[]> {
  return setup.embedded.query(`
    select site_id, kind, ref::int, locale::text, title, path, address, content_hash, names::text, words::text
    from public.search_documents order by 1, 2, 3, 4
  `);
}

beforeAll(async () => {
  setup = await openPublishingSetup(largerSite(seed), { isBuilt: true });
  await refresh();
});
afterAll(() => setup.close());

describe('the search index', () => {
  it(`equals a rebuilt index after random changes (seed ${seed})`, async () => {
    const random = makeRandom(seed);
    const happened: string[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      for (let change = 0; change < 5; change += 1) {
        const { name, run } = random.pick(changes);
        happened.push(name);
        await run(setup.runtime.serviceClient, random, setup.clock);
      }
      await setup.runtime.publisher.drain();
      await refresh();
    }
    const followed = await index();
    await setup.embedded.execute(`
      delete from public.search_documents;
      insert into private.search_due (kind, ref) values ('all', 0);
    `);
    await refresh();
    expect(followed, happened.join(', ')).toEqual(await index());
    expect(followed.length).toBeGreaterThan(20);
  });

  it('finds a page by its published version, not by its draft', async () => {
    const client = setup.runtime.serviceClient;
    const [place] = await setup.embedded.query<{ page_id: number; module_id: number }>(`
      select m.page_id::int, m.id::int as module_id from public.modules m
      join public.module_locales l on l.module_id = m.id and l.locale = 'en'
      join public.published_page_locales p on p.page_id = m.page_id and p.locale = 'en' and p.site_id = 'main'
      where m.type = 'TEXT_BLOCK' and m.parent_id is null limit 1
    `);
    if (!place) throw new Error('There is no text on any page');
    await setup.embedded.query(
      `update public.module_locales set data = jsonb_set(data, '{body}', $1) where module_id = $2 and locale = 'en'`,
      [
        JSON.stringify({
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Zyzzogeton' }] }],
        }),
        place.module_id,
      ],
    );
    const find = () => searchSite(client, { site: 'main', locale: 'en' }, { query: 'zyzzogeton', kinds: [], page: 1 });
    await refresh();
    expect((await find()).total).toBe(0);
    await client.rpc('publish_pages', { p_page_ids: [place.page_id] });
    await refresh();
    await setup.runtime.publisher.drain();
    await refresh();
    const { hits } = await find();
    expect(hits.map(({ kind, text }) => [kind, text.find(({ isHit }) => isHit)?.text])).toEqual([
      ['page', 'Zyzzogeton'],
    ]);
  });
});

describe('the searchable text of a module', () => {
  /** What visitors do not read as text, or read on buttons. */
  const besides = ['email', 'field', 'filename', 'label', 'linkTitle', 'phone', 'symbol'];

  function textFields(fields: readonly EditorField[]): string[] {
    return fields.flatMap((field) => {
      if (field.widget === 'text' || field.widget === 'long-text' || field.widget === 'rich-text') return [field.name];
      return 'fields' in field ? textFields(field.fields) : [];
    });
  }

  it('are the texts that its schema has', async () => {
    const [row] = await setup.embedded.query<{ fields: string[] }>('select private.searched_fields() as fields');
    const fields = new Set(Object.values(definitions).flatMap(({ schema }) => textFields(editorFields(schema))));
    for (const name of besides) fields.delete(name);
    // The texts inside a rich text are named `text`.
    expect(row?.fields).toEqual([...fields, 'text'].toSorted());
  });
});
