import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyClient } from '#content/clients/client.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { addModule } from '../fixtures/add-module.ts';
import { importInto, travel } from '../fixtures/content-travel.ts';
import { writeGeneratedContent } from '../fixtures/generated-content.ts';
import { getRepeats } from '../fixtures/seeds.ts';

let directory: string;
let first: Embedded;
let second: Embedded;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'round-trip-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(async () => {
  first = await startEmbedded({ dataDir: null });
  second = await startEmbedded({ dataDir: null });
});
afterEach(async () => {
  await first.stop();
  await second.stop();
});

const pages = getRepeats({ test: 30, full: 200 });
describe('a round trip', () => {
  it(`loses nothing of ${pages} pages with drafts, revisions, history and moved addresses`, async () => {
    const generated = path.join(directory, 'generated.json');
    await writeGeneratedContent(generated, pages);
    await importInto(first, generated);
    const client = createKeyClient(first.url, first.secretKey);
    const editor = '7f3c1d5e-9a52-4c1b-8e0d-0f6f2b1c4e2a';
    await first.query(`insert into auth.users (id, email) values ('${editor}', 'editor@test.example')`);
    await first.query(`insert into public.staff (user_id, email) values ('${editor}', 'editor@test.example')`);
    // Drafts that differ from the live version, new revisions, a moved page, an unpublished one, and one with a new
    // structure.
    for (const module of [25, 33, 41]) {
      const { data } = await client.rpc('save_module', {
        p_actor: editor,
        p_module_id: module,
        p_locale: 'de',
        p_data: { title: `Entwurf ${module}`, image: 1 },
        p_data_version: 1,
        p_expected_version: 1,
      });
      expect(data).toMatchObject({ status: 'saved', version: 2 });
    }
    await client.rpc('publish_pages', { p_page_ids: [5] }).throwOnError();
    await client.rpc('move_page', { p_page_id: 7, p_locale: 'en', p_path: '/moved/here' }).throwOnError();
    await client.rpc('publish_pages', { p_page_ids: [7] }).throwOnError();
    await client.rpc('move_page', { p_page_id: 8, p_locale: 'en', p_path: '/will/move' }).throwOnError();
    await client.rpc('unpublish_page', { p_page_id: 20 }).throwOnError();
    const { data: arranged } = await client.rpc('arrange_page', {
      p_page_id: 11,
      p_module_ids: [83, 81, 85],
      p_expected_version: 1,
    });
    expect(arranged).toMatchObject({ status: 'saved' });
    const { data: added } = await addModule(client, {
      p_page_id: 12,
      p_type: 'NEWS',
      p_position: 1,
      p_data: {},
      p_data_version: 1,
      p_expected_version: 1,
    });
    expect(added).toMatchObject({ status: 'saved' });
    await first.query(
      `insert into public.forms (title, content) values ('Form', '[{"id": "a", "fieldType": "TextInput", "name": "a"}]')`,
    );
    await first.query(`update public.forms set content = '[{"id": "a", "fieldType": "TextInput", "name": "b"}]'`);
    const { there, back, warnings } = await travel(first, second, directory);
    expect(warnings).toEqual([]);
    expect(back).toBe(there);
    const [differing] = await second.query<{ ids: number[] }>(
      'select array_agg(id order by id) as ids from public.pages where public.page_differs(id)',
    );
    const [original] = await first.query<{ ids: number[] }>(
      'select array_agg(id order by id) as ids from public.pages where public.page_differs(id)',
    );
    expect(differing).toEqual(original);
    expect(original?.ids).toEqual(expect.arrayContaining([4, 6, 8, 9, 11, 12, 20]));
  });
});
