import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { mergeVersions, settleConflicts } from '#domain/pages/merge-versions.ts';
import { getDefinition } from '#modules/definitions.ts';
import { type Client, createKeyClient, expectData } from '#content/clients/client.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { makeRandom } from '../fixtures/random.ts';
import { getRepeats, seed } from '../fixtures/seeds.ts';

const edits = getRepeats({ test: 30, full: 200 });

const data = z.record(z.string(), z.unknown());
const moduleRows = z.array(
  z.object({
    id: z.number(),
    type: z.string(),
    module_locales: z.array(z.object({ locale: z.string(), version: z.number(), data })),
  }),
);
const saveRows = z.array(
  z.object({
    id: z.number(),
    module_id: z.number(),
    locale: z.string(),
    version: z.number(),
    saved_by: z.string().nullable(),
    content: z.object({ data }),
  }),
);
const conflictBody = z.object({
  code: z.literal('CONFLICT'),
  message: z.string(),
  failure: z.object({
    code: z.literal('conflict'),
    detail: z.object({
      version: z.number(),
      data,
      savedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
      savedAt: z.string(),
    }),
  }),
});

const openedRecord = z.object({ live: data, version: z.number() });

let served: Forked;
let client: Client;

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
});
afterAll(() => served?.stop());

type Edited = { id: number; type: 'HERO' | 'KEY_FIGURES' };
/** An open form: a module in a locale, as it was when it was opened. */
type Form = { moduleId: number; locale: 'en' | 'de'; version: number; base: Record<string, unknown> };

it('a record that a colleague has published while its form was open is not published over', async () => {
  const [first, second] = [new Visitor(served.origin), new Visitor(served.origin)];
  await first.signIn(served.users.editor);
  await second.signIn(served.users.second);
  const record = { kind: 'product', id: served.site.productIds[0] ?? 0 };
  const open = async (visitor: Visitor) =>
    openedRecord.parse(parse(await (await visitor.call('openRecord', record)).text()));
  const rename = async (visitor: Visitor, { live, version }: z.infer<typeof openedRecord>, name: string) => {
    const draft = { ...record, data: { ...live, name }, base: null, version };
    expect((await visitor.call('saveRecord', draft)).status).toBe(200);
    return (await visitor.call('publishRecords', { records: [record] })).status;
  };
  const seen = await open(first);
  expect(await rename(second, await open(second), 'By the colleague')).toBe(200);
  expect(await rename(first, seen, 'Over it')).toBe(409);
  expect((await open(second)).live['name']).toBe('By the colleague');
});

it(`two editors of one page lose nothing in ${edits} interleaved edits (seed ${seed})`, async () => {
  const random = makeRandom(seed);
  const pageId = served.site.pageIds[1] ?? 0;
  const people = await Promise.all(
    [served.users.editor, served.users.second].map(async (user) => {
      const visitor = new Visitor(served.origin);
      expect((await visitor.signIn(user)).status).toBe(303);
      return { user, visitor, forms: new Map<string, Form>() };
    }),
  );
  const modules = await readModules(pageId);
  const texts = modules.flatMap(({ id, type }): Edited[] =>
    type === 'HERO' || type === 'KEY_FIGURES' ? [{ id, type }] : [],
  );
  expect(texts.length).toBeGreaterThan(0);
  const historyBefore = (await readHistory(pageId)).length;

  /** Accepted saves by module and locale, oldest first: the expected history and drafts. */
  const accepted = new Map<string, { version: number; data: unknown; by: string }[]>();
  let conflicts = 0;
  let saves = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    const person = random.pick(people);
    const edited = random.pick(texts);
    const locale = random.pick(['en', 'de'] as const);
    const key = `${edited.id}:${locale}`;
    // A form stays open over what others save, now and then over several saves.
    const form = person.forms.get(key) ?? (await openForm(edited, locale));
    person.forms.set(key, form);
    if (random.chance(0.35)) continue;
    const marker = `edit ${edit}`;
    const mine = change(form.base, marker, random.integer(3));
    const answer = await saveForm(person.visitor, form, form.version, mine);
    if (answer.ok) {
      saves += 1;
      note(accepted, key, answer.version, mine, person.user.email);
      person.forms.delete(key);
      continue;
    }
    conflicts += 1;
    // A stale write is answered with the editor who was faster and the current version.
    const { savedBy, version, data: theirs, savedAt } = answer.conflict.failure.detail;
    const last = accepted.get(key)?.at(-1);
    expect(version).toBe(last?.version);
    expect(savedBy?.email).toBe(last?.by);
    expect(answer.conflict.message).toContain(savedBy?.name);
    expect(Number.isNaN(Date.parse(savedAt))).toBe(false);
    expect(theirs).toEqual(last?.data);
    // And it has changed nothing.
    expect(await openForm(edited, locale)).toMatchObject({ version, base: theirs });
    const merge = mergeVersions(form.base, mine, theirs);
    const merged = data.parse(
      settleConflicts(
        merge,
        merge.conflicts.map(() => random.pick(['mine', 'theirs'] as const)),
      ),
    );
    const second = await saveForm(person.visitor, form, version, merged);
    if (!second.ok) throw new Error('Nobody saved in between');
    saves += 1;
    note(accepted, key, second.version, merged, person.user.email);
    person.forms.delete(key);
  }
  expect(conflicts).toBeGreaterThan(edits / 20);
  expect(saves).toBeGreaterThan(edits * 0.4);

  // The drafts equal the last accepted saves.
  for (const { id, module_locales: locales } of await readModules(pageId)) {
    for (const row of locales) {
      const last = accepted.get(`${id}:${row.locale}`)?.at(-1);
      if (!last) continue;
      expect(row.version).toBe(last.version);
      expect(row.data).toEqual(last.data);
    }
  }
  // The history has every one of them, in order and without gaps, with who saved it.
  const history = (await readHistory(pageId)).slice(historyBefore);
  const ids = new Map<string, string>();
  for (const { user } of people) {
    const row = await expectData(
      'staff',
      client.from('staff').select('user_id').eq('email', user.email).single(),
      z.object({ user_id: z.string() }),
    );
    ids.set(user.email, row.user_id);
  }
  for (const [key, versions] of accepted) {
    const kept = history.filter(({ module_id, locale }) => `${module_id}:${locale}` === key);
    expect(kept.map(({ version, content, saved_by: by }) => ({ version, data: content.data, by }))).toEqual(
      distinct(versions).map((saved) => ({ ...saved, by: ids.get(saved.by) ?? null })),
    );
    expect(versions.map(({ version }) => version)).toEqual(
      versions.map(({ version }) => version).toSorted((a, b) => a - b),
    );
  }
});

/** A save of the same data counts no version up, and is no entry of the history. */
function distinct<T extends { data: unknown }>(versions: readonly T[]): T[] {
  return versions.filter(
    ({ data: saved }, index) => index === 0 || JSON.stringify(saved) !== JSON.stringify(versions[index - 1]?.data),
  );
}

function note(
  accepted: Map<string, { version: number; data: unknown; by: string }[]>,
  key: string,
  version: number,
  saved: unknown,
  by: string,
): void {
  const versions = accepted.get(key) ?? [];
  expect(versions.at(-1)?.version ?? -1).toBeLessThanOrEqual(version);
  versions.push({ version, data: saved, by });
  accepted.set(key, versions);
}

/** One field of the several that the types of the test have. */
function change(base: Record<string, unknown>, marker: string, which: number): Record<string, unknown> {
  if ('figures' in base) {
    const figures = z.array(data).parse(base['figures']);
    const at = which % figures.length;
    return { ...base, figures: figures.with(at, { ...figures[at], subtitle: marker }) };
  }
  return { ...base, [['title', 'lead', 'tag'][which] ?? 'title']: marker };
}

/** The data that a form starts from, in a locale that has none the English one, with every field that the type has. */
async function openForm({ id: moduleId, type }: Edited, locale: 'en' | 'de'): Promise<Form> {
  const rows = await expectData(
    'module_locales',
    client.from('module_locales').select('locale, version, data').eq('module_id', moduleId),
    z.array(z.object({ locale: z.string(), version: z.number(), data })),
  );
  const own = rows.find((row) => row.locale === locale);
  const english = rows.find((row) => row.locale === 'en');
  const base = data.parse(getDefinition(type).schema.parse(own?.data ?? english?.data));
  return { moduleId, locale, version: own?.version ?? 0, base };
}

async function saveForm(
  visitor: Visitor,
  { moduleId, locale }: Form,
  version: number,
  payload: Record<string, unknown>,
): Promise<{ ok: true; version: number } | { ok: false; conflict: z.infer<typeof conflictBody> }> {
  const response = await visitor.call('updateModule', { moduleId, locale, payload, version });
  if (response.status === 409) return { ok: false, conflict: conflictBody.parse(await response.json()) };
  expect(response.status).toBe(200);
  return { ok: true, version: z.object({ version: z.number() }).parse(parse(await response.text())).version };
}

function readModules(pageId: number): Promise<z.infer<typeof moduleRows>> {
  return expectData(
    'modules',
    client.from('modules').select('id, type, module_locales(locale, version, data)').eq('page_id', pageId),
    moduleRows,
  );
}

function readHistory(pageId: number): Promise<z.infer<typeof saveRows>> {
  return expectData(
    'draft_saves',
    client
      .from('draft_saves')
      .select('id, module_id, locale, version, saved_by, content')
      .eq('page_id', pageId)
      .not('module_id', 'is', null)
      .order('id'),
    saveRows,
  );
}
