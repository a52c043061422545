import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createKeyClient } from '#content/client.ts';
import { exportContent } from '#content/transfer/export-content.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { openSource } from '#content/transfer/source.ts';
import { type Embedded, startEmbedded } from '#embedded/start-embedded.ts';
import { writeGeneratedContent } from '../fixtures/generated-content.ts';

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

/** Encoded pictures are named by their content, so that one run may use another's. */
const mediaCache = fileURLToPath(new URL('../../node_modules/.cache/media', import.meta.url));
const file = (name: string) => path.join(directory, name);
const clientOf = ({ url, secretKey }: Embedded): Client => createKeyClient(url, secretKey);

async function load(embedded: Embedded, source: string): Promise<void> {
  const result = await importContent(clientOf(embedded), await openSource(source), { replace: true, mediaCache });
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
}

async function hashOf(name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file(name)), hash);
  return hash.digest('hex');
}

/** Exports from one instance, imports into the other, which is empty, and exports again. */
async function travel(): Promise<void> {
  const { warnings } = await exportContent(clientOf(first), file('there.json'));
  expect(warnings).toEqual([]);
  await load(second, file('there.json'));
  await exportContent(clientOf(second), file('back.json'));
  expect(await hashOf('back.json')).toBe(await hashOf('there.json'));
}

describe('a round trip', () => {
  it('loses nothing of 200 pages with drafts, revisions, history and moved addresses', async () => {
    await writeGeneratedContent(file('generated.json'), 200);
    await load(first, file('generated.json'));
    const client = clientOf(first);
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
    const { data: added } = await client.rpc('add_module', {
      p_page_id: 12,
      p_type: 'NEWS',
      p_position: 1,
      // A module at the top of the page has no parent.
      ...({ p_parent_id: null, p_slot: null } as unknown as { p_parent_id: number; p_slot: string }),
      p_data: {},
      p_data_version: 1,
      p_expected_version: 1,
    });
    expect(added).toMatchObject({ status: 'saved' });
    await first.query(
      `insert into public.forms (title, content) values ('Form', '[{"id": "a", "fieldType": "TextInput", "name": "a"}]')`,
    );
    await first.query(`update public.forms set content = '[{"id": "a", "fieldType": "TextInput", "name": "b"}]'`);
    await travel();
    const [differing] = await second.query<{ ids: number[] }>(
      'select array_agg(id order by id) as ids from public.pages where public.page_differs(id)',
    );
    const [original] = await first.query<{ ids: number[] }>(
      'select array_agg(id order by id) as ids from public.pages where public.page_differs(id)',
    );
    expect(differing).toEqual(original);
    expect(original?.ids).toEqual(expect.arrayContaining([4, 6, 8, 9, 11, 12, 20]));
  });

  it('loses nothing of the demo content', async () => {
    await load(first, fileURLToPath(new URL('../../supabase/seed', import.meta.url)));
    await travel();
  }, 240_000);
});
