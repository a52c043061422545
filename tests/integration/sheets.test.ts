import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '#domain/result.ts';
import { guessColumns, guessSeparator, pickLines, readRecords, readTable } from '#admin/sheets/read-sheet.ts';
import type { Actor } from '#content/clients/actor.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { saveRecord } from '#content/records/save-record.ts';
import { findRecordIds } from '#content/records/list-records.ts';
import { openRecord } from '#content/records/open-record.ts';
import { prepareRecords, publishRecords } from '#changes/publish-records.ts';
import { type Sheet, prepareSheet } from '#content/spreadsheet/check-sheet.ts';
import { exportJson, exportTable } from '#content/spreadsheet/export-records.ts';
import { importSheet } from '#content/spreadsheet/import-sheet.ts';
import { writeTable } from '#content/spreadsheet/write-table.ts';
import type { TableFormat } from '#domain/spreadsheets/export-formats.ts';
import { companyTimeZone } from '#domain/locales.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, listedKinds } from '#kinds/registry.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { describePublishes } from '#server/editor/publishing/publish-history.ts';
import { addUser } from '../../scripts/add-user.ts';
import { type Setup, openDemoSetup } from '../fixtures/publishing-setup.ts';
import { getRepeats } from '../fixtures/seeds.ts';
import { convertByGnumeric, hasGnumeric } from '../fixtures/spreadsheet-programs.ts';

/** Spreadsheets of each kind's records, with the content of the demo. */
let setup: Setup<null>;
let actor: Actor;
const user = { email: 'sheets@ostrevo.example', password: 'measure-everything-2026', name: 'Sam Sheets' };

beforeAll(async () => {
  setup = await openDemoSetup();
  // The demo has one of every other kind.
  await setup.embedded.query(
    `insert into public.files (filename, hash, content_type, storage_path, size) values ('list.csv', 'csv', 'text/csv', 'csv.csv', 9)`,
  );
  await setup.embedded.query(
    `insert into public.shared_modules (name, type, data_version, localized)
     select 'Figures', m.type, l.data_version, jsonb_build_object('en', jsonb_build_object('data', l.data))
     from public.modules m join public.module_locales l on l.module_id = m.id and l.locale = 'en'
     where m.type = 'KEY_FIGURES' order by m.id limit 1`,
  );
  await setup.runtime.publisher.drain();
  const { url, secretKey, publishableKey } = setup.embedded;
  const added = must(await addUser({ url, secretKey }, { ...user, role: 'editor' }));
  const client = createKeyClient(url, publishableKey);
  const { error } = await client.auth.signInWithPassword(user);
  if (error) throw error;
  actor = { client, service: setup.runtime.serviceClient, userId: added.userId };
});
afterAll(() => setup?.close());

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const everything = (kind: KindName) => ({ kind, search: '', sort: null, filters: [], state: null, ids: null });

async function exported(kind: KindName, format: TableFormat): Promise<Buffer> {
  const table = must(await exportTable(actor, everything(kind)));
  return buffer(writeTable(table, format));
}

/** As a program saves the workbook. */
async function savedAsCsv(kind: KindName): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheets-'));
  try {
    const [from, to] = [path.join(folder, 'list.xlsx'), path.join(folder, 'list.csv')];
    await writeFile(from, await exported(kind, 'xlsx'));
    convertByGnumeric(from, to);
    return await readFile(to, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sheetOf(kind: KindName, text: string): Sheet {
  const columns = listSheetColumns(getKind(kind));
  const read = readTable(text, guessSeparator(text, columns).separator);
  if (!read.ok) throw new Error(read.message);
  const keys = guessColumns(read.value.headings, columns);
  expect(keys).not.toContain(null);
  return { kind, isText: true, lines: pickLines(read.value, keys) };
}

const live = { force: false, publish: true };

describe.each(listedKinds)('the export of %s, imported again', (kind) => {
  it('changes nothing, as CSV', async () => {
    const { check } = must(await prepareSheet(actor, sheetOf(kind, (await exported(kind, 'csv')).toString()), live));
    expect(check.lines).toEqual([]);
    expect(check.counts.same).toBeGreaterThan(0);
  });

  it.runIf(hasGnumeric())('changes nothing, as a workbook that a program has opened and saved as CSV', async () => {
    const format = { decimal: null, dates: null, zone: companyTimeZone };
    const sheet = { ...sheetOf(kind, await savedAsCsv(kind)), format };
    const { check } = must(await prepareSheet(actor, sheet, live));
    expect(check.lines).toEqual([]);
    expect(check.counts.same).toBeGreaterThan(0);
  });

  it('changes nothing, as JSON', async () => {
    const parts = must(await exportJson(actor, everything(kind)));
    const read = readRecords((await Array.fromAsync(parts)).join(''), new Set(Object.keys(getKind(kind).schema.shape)));
    if (!read.ok) throw new Error(read.message);
    const { check } = must(await prepareSheet(actor, { kind, isText: false, lines: read.value.lines }, live));
    expect(check.lines).toEqual([]);
    expect(read.value.unknown).toEqual([]);
  });
});

async function tag(): Promise<{ id: number; slug: string; name: string }> {
  const [row] = await setup.embedded.query<{ id: string; slug: string; name: string }>(
    `select id, slug, localized #>> '{en,name}' as name from public.tags order by id limit 1`,
  );
  if (!row) throw new Error('The demo has no tag');
  return { ...row, id: Number(row.id) };
}

describe('a sheet', () => {
  it('shows what changes and what is wrong with its row, and writes nothing', async () => {
    const { id, slug, name } = await tag();
    const text = `Id;Slug;Name (English)\n${id};${slug};=1+1\n;new-tag;New\n999999;a;b\n;No Slug;c\n`;
    const { check } = must(await prepareSheet(actor, sheetOf('tag', text), live));
    expect(check.counts).toMatchObject({ changed: 1, created: 1, wrong: 2 });
    expect(check.lines.find(({ row }) => row === 2)?.changes).toEqual([
      { column: 'Name (English)', from: name, to: '=1+1' },
    ]);
    expect(check.lines.find(({ row }) => row === 4)?.issues[0]).toMatchObject({ column: 'Id' });
    expect(check.lines.find(({ row }) => row === 5)?.issues[0]).toMatchObject({ column: 'Slug' });
    expect((await tag()).name).toBe(name);
  });

  it('is saved as drafts, which another import leaves alone unless it is forced', async () => {
    const { id, slug, name } = await tag();
    const sheet = sheetOf('tag', `Slug,Name (English)\n${slug},Drafted\n`);
    const options = { force: false, publish: false };
    const { fingerprint } = must(await prepareSheet(actor, sheet, options)).check;
    must(await importSheet(actor, { ...sheet, ...options, fingerprint, skipWrong: false }));
    expect((await tag()).name).toBe(name);
    const opened = must(await openRecord(actor.client, 'tag', id));
    expect(opened.draft?.data['localized']).toMatchObject({ en: { name: 'Drafted' } });
    const again = sheetOf('tag', `Slug,Name (English)\n${slug},Imported\n`);
    const held = must(await prepareSheet(actor, again, live)).check;
    expect(held.counts).toMatchObject({ held: 1, changed: 0 });
    expect(held.lines[0]?.heldBy).toBe(user.name);
    const forced = { force: true, publish: true };
    const check = must(await prepareSheet(actor, again, forced)).check;
    must(await importSheet(actor, { ...again, ...forced, fingerprint: check.fingerprint, skipWrong: false }));
    expect((await tag()).name).toBe('Imported');
    expect(must(await openRecord(actor.client, 'tag', id)).draft).toBeNull();
  });

  it('is not imported when a record was saved after the check', async () => {
    const { id, slug } = await tag();
    const sheet = sheetOf('tag', `Slug,Name (English)\n${slug},Late\n`);
    const { fingerprint } = must(await prepareSheet(actor, sheet, live)).check;
    const data = must(await openRecord(actor.client, 'tag', id)).live;
    must(await saveRecord(actor, { kind: 'tag', id, data, base: null }));
    const done = await importSheet(actor, { ...sheet, ...live, fingerprint, skipWrong: false });
    expect(done).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  });

  it('of stock goes live at once, though it is saved as drafts', async () => {
    const [item] = await setup.embedded.query<{ id: string; quantity: number }>(
      'select id, quantity from public.inventory_items order by id limit 1',
    );
    const sheet = sheetOf('inventory_item', `Id,Quantity\n${item?.id},${(item?.quantity ?? 0) + 5}\n`);
    const options = { force: false, publish: false };
    const { check } = must(await prepareSheet(actor, sheet, options));
    expect(check.liveColumns).toEqual(['Quantity']);
    must(await importSheet(actor, { ...sheet, ...options, fingerprint: check.fingerprint, skipWrong: false }));
    const [now] = await setup.embedded.query<{ quantity: number; drafts: number }>(
      `select quantity, (select count(*)::int from public.record_drafts where kind = 'inventory_item') as drafts
       from public.inventory_items where id = $1`,
      [item?.id],
    );
    expect(now).toEqual({ quantity: (item?.quantity ?? 0) + 5, drafts: 0 });

    // It is told of by its own number, in the words of what it is about.
    const [told] = await setup.embedded.query<{ ref: string }>(
      `select ref from public.edited_records where table_name = 'inventory_items' order by id desc limit 1`,
    );
    expect(told?.ref).toBe(String(item?.id));
    const [about] = await setup.embedded.query<{ product: string; partner: string }>(
      `select p.name as product, c.name as partner from public.inventory_items i
       join public.products p on p.id = i.product_id join public.channel_partners c on c.id = i.channel_partner_id where i.id = $1`,
      [item?.id],
    );
    await setup.runtime.publisher.drain();
    const { lines } = await describePublishes(actor.client, null);
    expect(lines.flatMap(({ what }) => what)).toContain(`Stock item “${about?.product}, ${about?.partner}”`);
  });

  it('of stock with 1.000 in it is wrong until it is said what a point is', async () => {
    const [item] = await setup.embedded.query<{ id: string }>(
      'select id from public.inventory_items order by id limit 1',
    );
    const sheet = sheetOf('inventory_item', `Id;Quantity\n${item?.id};1.000\n`);
    const open = must(await prepareSheet(actor, sheet, live)).check;
    expect(open.counts).toMatchObject({ wrong: 1, changed: 0 });
    expect(open.lines[0]?.issues).toEqual([
      { column: 'Quantity', message: expect.stringContaining('“1.000” may be 1 or 1000') },
    ]);
    const format = { decimal: ',' as const, dates: null, zone: null };
    const answer = must(await prepareSheet(actor, { ...sheet, format }, live)).check;
    expect(answer.lines[0]?.changes).toEqual([{ column: 'Quantity', from: expect.any(String), to: '1,000' }]);
  });

  describe('in which a spreadsheet has changed order codes', () => {
    const codes = [
      { stored: '007', cell: '7' },
      { stored: '1E5', cell: '100000' },
      { stored: '3/4', cell: '04.03.2026' },
      { stored: '4006381333931', cell: '4.00638E+12' },
    ];
    let ids: string[] = [];
    beforeAll(async () => {
      const rows = await setup.embedded.query<{ id: string }>('select id from public.products order by id limit 4');
      ids = rows.map(({ id }) => id);
      for (const [index, { stored }] of codes.entries())
        await setup.embedded.query('update public.products set order_code = $1 where id = $2', [stored, ids[index]]);
    });

    it('leaves them as they are, and says which', async () => {
      const rows = codes.map(({ cell }, index) => `${ids[index]};${cell};Renamed ${index}`);
      const sheet = sheetOf('product', `Id;Order code;Name shown\n${rows.join('\n')}\n`);
      const { check } = must(await prepareSheet(actor, sheet, live));
      expect(check.counts).toMatchObject({ changed: 4, wrong: 0, altered: 4 });
      expect(check.lines.map(({ kept }) => kept)).toEqual(
        codes.map(({ stored, cell }) => [{ column: 'Order code', stored, cell }]),
      );
      expect(check.lines.flatMap(({ changes }) => changes.map(({ column }) => column))).not.toContain('Order code');
      must(await importSheet(actor, { ...sheet, ...live, fingerprint: check.fingerprint, skipWrong: false }));
      const now = await setup.embedded.query<{ order_code: string; display_name: string }>(
        'select order_code, display_name from public.products where id = any ($1) order by id',
        [ids],
      );
      expect(now).toEqual(codes.map(({ stored }, index) => ({ order_code: stored, display_name: `Renamed ${index}` })));
    });

    it('takes them where a person says so', async () => {
      const sheet = sheetOf('product', `Id;Order code\n${ids[0]};7\n`);
      const { check } = must(await prepareSheet(actor, sheet, { ...live, takeAltered: true }));
      expect(check.lines[0]).toMatchObject({ kept: [], changes: [{ column: 'Order code', from: '007', to: '7' }] });
    });

    it('makes no new product of a code that a spreadsheet has changed', async () => {
      const sheet = sheetOf('product', `Order code;Name shown\n7;Seven\n100000;Many\n4.00638E+12;Long\nNEW-7;New\n`);
      const { check } = must(await prepareSheet(actor, sheet, live));
      const answer = check.lines.map(({ issues }) => issues.find(({ column }) => column === 'Order code')?.message);
      expect(answer).toEqual([
        expect.stringContaining(`There is “007”, which spreadsheets turn into that: write ${ids[0]} as the Id`),
        expect.stringContaining('There is “1E5”'),
        expect.stringContaining('a long number of which the spreadsheet has left the first figures'),
        undefined,
      ]);
    });
  });

  const many = getRepeats({ test: 500, full: 5000 });
  it(`of ${many} rows is published whole`, async () => {
    const rows = Array.from({ length: many }, (_, index) => `many-${index},Many ${index}`);
    const sheet = sheetOf('tag', `Slug,Name (English)\n${rows.join('\n')}\n`);
    const { fingerprint, counts } = must(await prepareSheet(actor, sheet, live)).check;
    expect(counts.created).toBe(many);
    const done = must(await importSheet(actor, { ...sheet, ...live, fingerprint, skipWrong: false }));
    expect(done.written).toBe(many);
  });

  it('of hundreds of drafts is published together, unless one was overtaken', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `many-${index},Drafted ${index}`);
    const sheet = sheetOf('tag', `Slug,Name (English)\n${rows.join('\n')}\n`);
    const drafts = { force: false, publish: false };
    const { fingerprint } = must(await prepareSheet(actor, sheet, drafts)).check;
    must(await importSheet(actor, { ...sheet, ...drafts, fingerprint, skipWrong: false }));
    const found = { kind: 'tag' as const, search: 'Many', filters: [], ids: null };
    const changed = must(await findRecordIds(actor.client, { ...found, state: 'changed' }));
    expect(changed).toHaveLength(300);
    const [first] = changed;
    const names = changed.map((id) => ({ kind: 'tag' as const, id }));
    await setup.embedded.query(
      `update public.tags set localized = jsonb_build_object('en', '{"name": "Many by SQL"}'::jsonb) where id = $1`,
      [first],
    );
    const refused = await publishRecords(actor, must(await prepareRecords(actor, names)));
    expect(refused).toMatchObject({ ok: false, failure: { detail: { conflicts: [{ id: first, why: 'live' }] } } });
    const others = must(await prepareRecords(actor, names.slice(1)));
    expect(must(await publishRecords(actor, others)).published).toHaveLength(299);
    expect(must(await findRecordIds(actor.client, { ...found, state: 'changed' }))).toEqual([first]);
    const published = must(await findRecordIds(actor.client, { ...found, search: 'Drafted', state: 'live' }));
    expect(published).toHaveLength(299);
    // More than is done at once is refused before anything is read.
    await setup.embedded.query(
      `insert into public.tags (slug, localized) select 'more-' || n, '{"en": {"name": "More"}}' from generate_series(1, 5001) n`,
    );
    expect(await findRecordIds(actor.client, { ...found, search: '', state: null })).toMatchObject({ ok: false });
  });
});
