import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '#content/clients/actor.ts';
import { exportContent } from '#content/transfer/export-content.ts';
import { importContent } from '#content/transfer/import-content.ts';
import { openSource } from '#content/transfer/source.ts';
import {
  deleteFolder,
  fileMedia,
  readLibrary,
  readPlaces,
  saveFolder,
  tagMedia,
} from '#content/media/media-library.ts';
import { readAudit } from '#server/editor/screens/audit.ts';
import { expectOk } from '../../scripts/run.ts';
import { mediaCache } from '../fixtures/media-cache.ts';
import { smallSite } from '../fixtures/generated-site.ts';
import { type PublishingSetup, openPublishingSetup } from '../fixtures/publishing-setup.ts';

/** The folders and tags of the library: for editors alone. */
let setup: PublishingSetup;
let actor: Actor;
let directory: string;
let images: number[];

const bundle = z.looseObject({ records: z.array(z.looseObject({ kind: z.string() })) });
const readBundle = async (file: string) => bundle.parse(JSON.parse(await readFile(file, 'utf8')));

const person = '7f3c1d5e-9a52-4c1b-8e0d-0f6f2b1c4e2b';

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'media-library-'));
  setup = await openPublishingSetup(smallSite, { isBuilt: true });
  const { serviceClient: service } = setup.runtime;
  actor = { client: service, service, userId: person };
  await setup.embedded.query(`insert into auth.users (id, email) values ('${person}', 'ada@test.example')`);
  await setup.embedded.query(
    `insert into public.staff (user_id, email, name) values ('${person}', 'ada@test.example', 'Ada')`,
  );
  await setup.runtime.publisher.drain();
  const rows = await setup.embedded.query<{ id: string }>('select id from public.images order by id');
  images = rows.map(({ id }) => Number(id));
  expect(images.length).toBeGreaterThan(0);
});
afterAll(async () => {
  await setup?.close();
  await rm(directory, { recursive: true, force: true });
});

/** All that the publisher knows of outputs, and what waits for it. */
async function published(): Promise<unknown> {
  const outputs = await setup.embedded.query('select to_jsonb(o) as output from public.site_outputs o order by o.id');
  const [waiting] = await setup.embedded.query<{ count: number }>(
    'select (select count(*) from pgmq.q_content_changes)::integer + (select count(*) from public.wide_changes)::integer as count',
  );
  const [receipts] = await setup.embedded.query(
    'select count(*)::integer as count, max(id) as last from public.publish_receipts',
  );
  return { outputs, waiting, receipts };
}

it('no folder and no tag makes a page stale, whatever is done with them', async () => {
  const before = await published();
  const products = expectOk(await saveFolder(actor, { id: null, name: 'Products', parent: null }));
  const sensors = expectOk(await saveFolder(actor, { id: null, name: 'Sensors', parent: products.id }));
  const spare = expectOk(await saveFolder(actor, { id: null, name: 'Spare', parent: null }));
  expectOk(await fileMedia(actor, { kind: 'image', ids: images, folder: sensors.id }));
  expectOk(await tagMedia(actor, { kind: 'image', ids: images, add: ['blue', 'metal'], remove: [] }));
  expectOk(await tagMedia(actor, { kind: 'image', ids: images, add: [], remove: ['metal'] }));
  expectOk(await saveFolder(actor, { id: sensors.id, name: 'All sensors', parent: null }));
  expectOk(await saveFolder(actor, { id: sensors.id, name: 'Sensors', parent: products.id }));
  expectOk(await fileMedia(actor, { kind: 'image', ids: images.slice(0, 1), folder: null }));
  expectOk(await fileMedia(actor, { kind: 'image', ids: images.slice(0, 1), folder: products.id }));
  expectOk(await deleteFolder(actor, spare.id));
  expect(await published()).toEqual(before);
  await setup.runtime.publisher.drain();
  expect(await published()).toEqual(before);
});

it('says in words why a folder cannot be so', async () => {
  const { folders } = await readLibrary(actor.client);
  const [products, sensors] = ['Products', 'Sensors'].map(
    (name) => folders.find((folder) => folder.name === name)?.id ?? 0,
  );
  const circle = await saveFolder(actor, { id: products ?? 0, name: 'Products', parent: sensors ?? 0 });
  expect(circle).toMatchObject({ ok: false, failure: { code: 'invalid', issues: [{ path: ['parent'] }] } });
  const taken = await saveFolder(actor, { id: null, name: 'Products', parent: null });
  expect(taken).toMatchObject({ ok: false, failure: { code: 'invalid', issues: [{ path: ['name'] }] } });
  expect(await fileMedia(actor, { kind: 'image', ids: images, folder: 987_654 })).toMatchObject({
    ok: false,
    failure: { code: 'not-found' },
  });
});

it('the audit log tells who changed them, in words', async () => {
  const { edits } = await readAudit(actor.client, { person, kind: 'media_folder' }, null);
  const told = edits.flatMap(({ who, records }) =>
    records.map(({ subject, operation }) => `${who}: ${subject} ${operation}`),
  );
  expect(told).toContain('Ada: Media folder “Spare” removed');
  expect(told).toContain('Ada: Media folder “Products” added');
  const members = edits.flatMap(({ records }) => records.flatMap(({ fields }) => fields));
  expect(members).toContainEqual(
    expect.objectContaining({ label: 'Media', before: null, after: expect.stringMatching(/^Image “/) }),
  );
});

it('travels in a content bundle', async () => {
  const file = path.join(directory, 'content.json');
  await exportContent(actor.service, file);
  const ofLibrary = (records: readonly { kind: string }[]) =>
    records.filter(({ kind }) => kind === 'media_folder' || kind === 'media_tag');
  const { records, ...frame } = await readBundle(file);
  const told = ofLibrary(records);
  expect(told).toHaveLength(3);
  const before = await readPlaces(actor.client, 'image', images);
  await setup.embedded.query('delete from public.media_tags where true');
  await setup.embedded.query('delete from public.filed_media where true');
  await setup.embedded.query('delete from public.media_folders where true');
  const part = path.join(directory, 'library.json');
  await writeFile(part, JSON.stringify({ ...frame, records: told }));
  const imported = await importContent(actor.service, await openSource(part), { replace: false, mediaCache });
  expect(imported).toMatchObject({ ok: true });
  expect(await readPlaces(actor.client, 'image', images)).toEqual(before);
  await exportContent(actor.service, file);
  const again = ofLibrary((await readBundle(file)).records);
  const withoutCounts = (list: readonly object[]) =>
    list.map((record) => ({ ...record, version: 0, created_at: '', updated_at: '' }));
  expect(withoutCounts(again)).toEqual(withoutCounts(told));
});

it('the audit log names what has no words of its own, and says where it does not name all', async () => {
  await setup.embedded.query('update public.images set widths = array_append(widths, 64) where id = any ($1)', [
    images.slice(0, 1),
  ]);
  await setup.embedded.query('update public.images set widths = array_append(widths, 65)');
  const { edits } = await readAudit(actor.client, { kind: 'image' }, null);
  const [all, one] = edits;
  expect(one).toMatchObject({
    records: [{ subject: expect.stringMatching(/^Image “/), operation: 'changed' }],
    rows: 1,
    isWhole: true,
  });
  const [counted] = await setup.embedded.query<{ count: number }>('select count(*)::int from public.images');
  expect(all?.rows).toBe(counted?.count);
  expect(all?.isWhole).toBe(all?.records.length === counted?.count);
});
