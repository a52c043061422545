import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '#domain/objects.ts';
import type { Result } from '#domain/result.ts';
import { siteIds } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { deleteRecords, listDeletedRecords, restoreRecord } from '#content/records/delete-records.ts';
import { listRecords } from '#content/records/list-records.ts';
import { openRecord } from '#content/records/open-record.ts';
import type { RecordName } from '#content/records/prepare-record.ts';
import { prepareRecords, publishRecords } from '#changes/publish-records.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { copyRecord, recordVersions } from '#changes/record-history.ts';
import { nameRecords, readTitles } from '#content/records/record-names.ts';
import { findUses } from '#content/records/record-uses.ts';
import { discardRecord, saveRecord } from '#content/records/save-record.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { exportJson, exportTable } from '#content/spreadsheet/export-records.ts';
import { writeTable } from '#content/spreadsheet/write-table.ts';
import { csvLine } from '#domain/spreadsheets/spreadsheet.ts';
import { changeRecords } from '#changes/change-set.ts';
import { drawPlan } from '#publish/plan/draw-plan.ts';
import type { PlannedOutput } from '#publish/plan/planned-output.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { getKind } from '#kinds/kinds.ts';
import { makeReasons } from '#server/editor/messages/reasons.ts';
import {
  type KindName,
  isRecordKind,
  kindNames,
  listedKinds,
  recordKinds,
  rowKinds,
  getKindNames,
} from '#kinds/registry.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { getDef } from '#schema/schema-def.ts';
import type { OpenedRecord, RecordId } from '#view-model/records.ts';
import { addUser } from '../../scripts/add-user.ts';
import { type Setup, openDemoSetup } from '../fixtures/publishing-setup.ts';
import { isSweep, takeSlice } from '../fixtures/seeds.ts';

/** Each kind's records are saved, published, copied, deleted and restored, with the content of the demo. */
let setup: Setup<null>;
let actor: Actor;
/** All records are older, in milliseconds. */
let began: number;
const user = { email: 'records@ostrevo.example', password: 'measure-everything-2026', name: 'Rita Records' };

beforeAll(async () => {
  setup = await openDemoSetup();
  // The demo has one of every other kind.
  await setup.embedded.query(
    `insert into public.files (filename, hash, content_type, storage_path, size) values ('list.csv', 'csv', 'text/csv', 'csv.csv', 9)`,
  );
  await setup.embedded.query(
    `insert into public.shared_modules (name, type, localized) values ('Band', 'QUOTE', '{"en": {"data": {"quotes": [{"quote": "Once", "name": "Ada"}]}}}')`,
  );
  await setup.runtime.publisher.drain();
  const { url, secretKey, publishableKey } = setup.embedded;
  const added = must(await addUser({ url, secretKey }, { ...user, role: 'editor' }));
  const client = createKeyClient(url, publishableKey);
  const { error } = await client.auth.signInWithPassword(user);
  if (error) throw error;
  actor = { client, service: setup.runtime.serviceClient, userId: added.userId };
  began = Date.now();
});
afterAll(() => setup?.close());

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

async function waiting(): Promise<number> {
  const [row] = await setup.embedded.query<{ count: number }>('select count(*)::int from pgmq.q_content_changes');
  return row?.count ?? 0;
}

async function publish(...names: RecordName[]): Promise<void> {
  must(await publishRecords(actor, must(await prepareRecords(actor, names))));
}

/** The URLs that publishing records would change: named, and as people are told. */
async function plan(names: readonly RecordName[]) {
  const records = must(await prepareRecords(actor, names)).map(({ record }) => record);
  const at = setup.clock.now.toISOString();
  const planned = await planChangeSet(actor.service, changeRecords(records), { at });
  const { outputs, pagesAre } = await drawPlan(planned, {
    client: actor.service,
    origins: setup.runtime.config.origins,
    renderPage: setup.bundle.renderPage,
    at,
    planned: { pages: [], records },
    // However busy the machine is.
    limit: Infinity,
  });
  expect(pagesAre).toBe('drawn');
  return { planned, foretold: told(outputs) };
}

type Told = Pick<PlannedOutput, 'site' | 'path' | 'change'>;

/** What is told of pages, and of files but for redirects, which nobody of the staff may draw. */
const told = (outputs: readonly Told[]): string[] =>
  outputs
    .filter(({ change, path }) => change !== 'unchanged' && path !== '/_redirects')
    .map(({ site, path, change }) => `${change} ${site} ${path}`)
    .toSorted();

/** What the receipts of all that waits tell. */
async function drained(): Promise<string[]> {
  const items: Told[] = [];
  const off = setup.runtime.publisher.onReceipt((receipt) => {
    for (const { path, change } of receipt.items)
      items.push({ site: receipt.site, path, change: change === 'same' ? 'unchanged' : change });
  });
  await setup.runtime.publisher.drain();
  off();
  return told(items);
}

const open = async (kind: KindName, id: RecordId) => must(await openRecord(actor.client, kind, id));

const marker = 'measured-anew';
const jsonExport = z.object({ records: z.array(z.looseObject({ id: z.union([z.number(), z.string()]) })) });

/** The data with another text, or another address where it has no text. */
function changed(kind: KindName, data: JsonObject): JsonObject {
  for (const widgets of [['text', 'long-text'], ['texts'], ['url']]) {
    let done = false;
    const visit = (schema: z.core.$ZodType, value: unknown): unknown => {
      if (done || value === null || value === undefined) return value;
      const meta = fieldRegistry.get(schema);
      if (typeof value === 'string' && meta && widgets.includes(meta.widget)) {
        done = true;
        if (meta.widget === 'url') return `https://${marker}.example/`;
        return value.startsWith('/') ? `/${marker}` : marker;
      }
      if (meta?.widget === 'texts' && widgets.includes('texts') && Array.isArray(value)) {
        done = true;
        return [...value, marker];
      }
      const def = getDef(schema);
      switch (def.type) {
        case 'default':
        case 'optional':
        case 'nullable':
          return visit(def.innerType, value);
        case 'lazy':
          return visit(def.getter(), value);
        case 'array':
          return Array.isArray(value) ? value.map((item) => visit(def.element, item)) : value;
        case 'record':
          return isRecord(value)
            ? Object.fromEntries(englishFirst(value).map(([key, item]) => [key, visit(def.valueType, item)]))
            : value;
        case 'object':
          return isRecord(value)
            ? {
                ...value,
                ...Object.fromEntries(
                  Object.entries(def.shape)
                    .filter(([name]) => name in value)
                    .map(([name, field]) => [name, visit(field, value[name])]),
                ),
              }
            : value;
        default:
          return value;
      }
    };
    const { shape } = getKind(kind).schema;
    // Texts in each language are read on pages, other ones often by editors only.
    const fields = Object.entries(shape).toSorted(([a], [b]) => Number(b === 'localized') - Number(a === 'localized'));
    const copy: JsonObject = { ...data };
    for (const [name, field] of fields)
      if (name in data && name !== 'kind') copy[name] = visit(field, data[name]) as JsonObject[string];
    if (done) return copy;
  }
  throw new Error(`A ${kind} has no text to change`);
}

function englishFirst(texts: Record<string, unknown>): [string, unknown][] {
  return Object.entries(texts).toSorted(([a], [b]) => Number(b === 'en') - Number(a === 'en'));
}

const edited = recordKinds.filter((kind) => getRecordActs(kind).edit);

describe.each(takeSlice(listedKinds, 3, 1))('the list of %s as a file', (kind) => {
  const query = { kind, search: '', sort: null, filters: [], state: null, ids: null };

  it('has a line and an object for each record', async () => {
    const [counted] = await setup.embedded.query<{ count: number }>(
      `select count(*)::int from public.${getKind(kind).table}`,
    );
    const reader = { client: actor.client, service: actor.service };
    const { records } = jsonExport.parse(
      JSON.parse((await Array.fromAsync(must(await exportJson(reader, query)))).join('')),
    );
    expect(new Set(records.map(({ id }) => id)).size).toBe(counted?.count);
    const [head = '', ...lines] = (await buffer(writeTable(must(await exportTable(reader, query)), 'csv')))
      .toString()
      .split('\r\n');
    expect(head).toBe(
      `\uFEFF${csvLine(['Id', ...listSheetColumns(getKind(kind)).map(({ label }) => label)]).trimEnd()}`,
    );
    expect(lines).toHaveLength(records.length + 1);
  });
});

it('is so for every kind but those that have a way of their own, or that machines write', () => {
  expect(kindNames.filter((kind) => !edited.includes(kind))).toEqual([
    'page',
    'page_revision',
    'draft_save',
    'stock_quote',
    'media_folder',
    'media_tag',
    'saved_section',
  ]);
  expect(kindNames.filter((kind) => isRecordKind(kind) && !getRecordActs(kind).create)).toEqual(
    expect.arrayContaining(['site', 'image', 'vector', 'file']),
  );
});

describe.each(takeSlice(edited, 3, 0))('a record of the kind %s', (kind) => {
  let id: RecordId;
  let before: Omit<OpenedRecord, 'pages' | 'previews'>;
  let data: JsonObject;

  beforeAll(async () => {
    const [row] = await setup.embedded.query<{ id: RecordId }>(
      `select id from public.${getKind(kind).table} order by id limit 1`,
    );
    if (!row) throw new Error(`The demo has no ${kind}`);
    id = typeof row.id === 'string' && /^\d+$/.test(row.id) ? Number(row.id) : row.id;
    before = await open(kind, id);
    data = changed(kind, before.live ?? {});
  });

  /** Whether it was deleted: announcements to investors stay, which is said. */
  async function deleteUnlessKept(which: RecordId): Promise<boolean> {
    const deleted = await deleteRecords(actor, [{ kind, id: which }]);
    if (deleted.ok) return true;
    expect(kind).toBe('article');
    expect(deleted.failure).toMatchObject({ code: 'conflict', message: expect.stringMatching(/cannot be withdrawn/) });
    return false;
  }

  it('is in its list', async () => {
    const { rows, total } = must(
      await listRecords(actor.client, {
        kind,
        search: '',
        sort: null,
        filters: [],
        state: null,
        after: null,
        limit: 2,
        ids: [id],
      }),
    );
    expect(rows.map((row) => row.id)).toEqual([id]);
    expect(total).toBe(1);
    const tag = `${kind}:${id}`;
    const title = rows[0]?.title ?? '';
    const reasonOf = await makeReasons(actor.client, -1, [tag]);
    const named = await readTitles(actor.client, [{ kind, id: String(id) }]);
    // A number would tell nobody which one it is.
    if (typeof id === 'number') expect(named.get(tag)).not.toMatch(/^\d+$/);
    if (typeof id === 'number' && getKind(kind).namedBy !== null)
      expect(named.get(tag)).not.toBe(`${getKindNames(kind).one} ${id}`);
    if (typeof id === 'number' && named.get(tag) !== `${getKindNames(kind).one} ${id}`)
      expect(reasonOf(tag)).toContain(`“${named.get(tag)}”`);
    const [listed] = await nameRecords(actor.client, [{ kind, id, title }]);
    expect(listed?.title).toBe(named.get(tag));
    if (kind !== 'product') return;
    const stock = `inventory:${id}`;
    const reason = (await makeReasons(actor.client, -1, [stock]))(stock);
    expect(reason).toBe(`Shows the stock of the product “${title}”, which changes`);
  });

  it('is saved as a draft, of which nothing is live, against the draft that it was begun with', async () => {
    const saved = must(await saveRecord(actor, { kind, id, data, base: null }));
    expect(await waiting()).toBe(0);
    const opened = await open(kind, id);
    expect(opened).toMatchObject({ live: before.live, state: 'changed', draft: { data, savedBy: user.name } });
    expect(await saveRecord(actor, { kind, id, data, base: null })).toMatchObject({
      failure: { code: 'conflict', detail: { draft: { savedAt: saved.savedAt } } },
    });
    must(await saveRecord(actor, { kind, id, data, base: saved.savedAt }));
  });

  it('is published, in the name of who did it, with a version and what shows it', async () => {
    const { planned, foretold } = await plan([{ kind, id }]);
    await publish({ kind, id });
    const { live, draft, version } = await open(kind, id);
    expect({ live, draft }).toEqual({ live: data, draft: null });
    const versions = await recordVersions(actor.client, kind, id);
    expect(versions[0]).toMatchObject({ number: version, data, madeBy: user.name });
    expect(versions[1]?.data).toEqual(before.live);
    const [edit] = await setup.embedded.query<{ actor: string; source: string }>(
      'select actor, source from public.content_edits order by id desc limit 1',
    );
    expect(edit).toEqual({ actor: actor.userId, source: 'person' });
    expect(foretold).toEqual(await drained());
    if (!rowKinds.some((name) => name === kind)) return;
    const own = planned.filter(
      ({ kind: output, change, path }) =>
        output === kind &&
        change === 'changed' &&
        typeof data['slug'] === 'string' &&
        path?.endsWith(`/${data['slug']}`),
    );
    expect(own).not.toEqual([]);
    for (const { site, path, locale } of own) {
      const response = await setup.runtime.files.serve(site, new Request(`http://localhost:4999${path}`));
      expect(response.status).toBe(200);
      if (locale === 'en') expect(await response.text()).toContain(marker);
    }
  });

  it('is not touched by publishing it as it is', async () => {
    const { version } = await open(kind, id);
    must(await saveRecord(actor, { kind, id, data, base: null }));
    await publish({ kind, id });
    expect(await waiting()).toBe(0);
    expect(await open(kind, id)).toMatchObject({ version, draft: null });
  });

  it('goes back to a version by a draft, which is dropped', async () => {
    const versions = await recordVersions(actor.client, kind, id);
    // The first one was live before anybody edited it.
    expect(Date.parse(versions.at(-1)?.madeAt ?? '')).toBeLessThan(began);
    const saved = must(await saveRecord(actor, { kind, id, data: versions[1]?.data ?? {}, base: null }));
    expect(await open(kind, id)).toMatchObject({ draft: { data: before.live }, live: data });
    expect(must(await discardRecord(actor, { kind, id, base: saved.savedAt })).discarded).toBe(true);
  });

  it.runIf(getRecordActs(kind).create)('is copied as a draft that nobody sees', async () => {
    const copy = must(await copyRecord(actor, kind, id));
    const { draft, live, state } = await open(kind, copy.id);
    expect({ live, state }).toEqual({ live: null, state: 'draft' });
    if (typeof data['slug'] === 'string') expect(draft?.data).toEqual({ ...data, slug: `${data['slug']}-copy` });
    else expect(draft?.data).toEqual(data);
    const { rows } = must(
      await listRecords(actor.client, {
        kind,
        search: '',
        sort: null,
        filters: [],
        state: 'draft',
        after: null,
        limit: 10,
        ids: null,
      }),
    );
    expect(rows.map((row) => row.id)).toContain(copy.id);
    let latest = copy.savedAt;
    if (rowKinds.some((name) => name === kind)) {
      const { draft: copied } = await open(kind, copy.id);
      const save = async (hidden: object, base: string | null) =>
        must(await saveRecord(actor, { kind, id: copy.id, data: { ...copied?.data, ...hidden }, base })).savedAt;
      const savedAt = await save(
        'is_published' in data ? { is_published: false } : { sites: [] },
        copied?.savedAt ?? null,
      );
      const { planned, foretold: hidden } = await plan([{ kind, id: copy.id }]);
      expect({ planned: planned.filter((output) => output.kind === 'sitemap'), hidden }).toEqual({
        planned: [],
        hidden: [],
      });
      latest = await save({}, savedAt);
    }
    const prepared = await prepareRecords(actor, [{ kind, id: copy.id }]);
    const { foretold } = prepared.ok ? await plan([{ kind, id: copy.id }]) : { foretold: [] };
    const published = prepared.ok ? await publishRecords(actor, prepared.value) : prepared;
    if (published.ok) {
      expect(foretold).toEqual(await drained());
      if (getRecordActs(kind).delete) await deleteUnlessKept(copy.id);
      await setup.runtime.publisher.drain();
    } else {
      // Some have something that no two may have.
      expect(published.failure.code).toBe('invalid');
      must(await discardRecord(actor, { kind, id: copy.id, base: latest }));
    }
    expect(await waiting()).toBe(0);
  });

  it.runIf(getRecordActs(kind).delete)('is deleted where nothing names it, and restored', async () => {
    const ids = await setup.embedded.query<{ id: number }>(
      `select id from public.${getKind(kind).table} order by id desc`,
    );
    let unused: number | null = null;
    for (const row of ids) {
      const uses = await findUses(actor.client, kind, row.id);
      if (uses.length === 0) unused = row.id;
      else
        expect(await deleteRecords(actor, [{ kind, id: row.id }])).toMatchObject({
          failure: { code: 'conflict', detail: { uses } },
        });
      if (unused !== null || row.id === ids[20]?.id) break;
    }
    if (unused === null) return;
    const stored = await open(kind, unused);
    if (!(await deleteUnlessKept(unused))) return;
    expect(await openRecord(actor.client, kind, unused)).toMatchObject({ failure: { code: 'not-found' } });
    expect((await listDeletedRecords(actor.client, kind)).map((deleted) => deleted.id)).toContain(unused);
    await setup.runtime.publisher.drain();
    must(await restoreRecord(actor, kind, unused));
    expect((await open(kind, unused)).live).toEqual(stored.live);
    await setup.runtime.publisher.drain();
  });
});

it.runIf(isSweep)(
  'leaves the site as a full build makes it',
  async () => {
    for (const site of siteIds) {
      const [live, full] = await Promise.all([setup.liveTree(site), setup.fullTree(site)]);
      expect([...live.keys()].toSorted()).toEqual([...full.keys()].toSorted());
    }
  },
  120_000,
);
