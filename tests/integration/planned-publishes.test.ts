import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { type KindName, recordKinds } from '#kinds/registry.ts';
import { codeBundleEntry } from '../../scripts/code-bundle.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { takeSlice } from '../fixtures/seeds.ts';

/** What was planned is what goes live: what a colleague does after the plan is refused with a conflict, and planned anew. */
let served: Forked;
let client: Client;
let editor: Visitor;
let second: Visitor;
/** Pages that begin with a hero; the last one is deleted. */
let pages: number[];

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  [editor, second] = [new Visitor(served.origin), new Visitor(served.origin)];
  await editor.signIn(served.users.editor);
  await second.signIn(served.users.second);
  const heroes = await must(client.from('modules').select('page_id').eq('type', 'HERO').order('page_id'));
  pages = [...new Set(heroes?.map(({ page_id: id }) => id))];
  expect(pages.length).toBeGreaterThan(4);
});
afterAll(() => served?.stop());

async function ask(name: string, input: object, who = editor) {
  const response =
    input instanceof FormData
      ? await who.send(`/_actions/${name}`, { method: 'POST', body: input, headers: { accept: 'application/json' } })
      : await who.call(name, input);
  const text = await response.text();
  return response.status === 200 ? parse(text) : { status: response.status, ...JSON.parse(text) };
}

const pageOf = (index: number) => pages[index % (pages.length - 1)] ?? 0;
const lastPage = () => pages.at(-1) ?? 0;

/** Changes the first module of a page in its draft. */
async function write(pageId: number, change: object, who = editor) {
  const [hero] = z
    .array(
      z.object({ id: z.number(), module_locales: z.array(z.object({ version: z.number(), data: z.looseObject({}) })) }),
    )
    .parse(
      await must(
        client
          .from('modules')
          .select('id, module_locales!inner(version, data)')
          .eq('page_id', pageId)
          .eq('type', 'HERO')
          .eq('module_locales.locale', 'en'),
      ),
    );
  const [own] = hero?.module_locales ?? [];
  const input = { moduleId: hero?.id, locale: 'en', payload: { ...own?.data, ...change }, version: own?.version };
  expect(await ask('updateModule', input, who)).toMatchObject({ version: expect.any(Number) });
}

let made = 0;
/** Words that nobody has written before. */
const makeWords = () => `Words ${(made += 1)}`;

async function publish(index: number, who = editor) {
  expect(await ask('publishPage', { pageId: pageOf(index) }, who)).toMatchObject({ published: true, pending: false });
}

/** Saves the draft of a record anew, changed or not. */
async function saveRecord(kind: KindName, id: number | string, who = editor, change: object = {}) {
  const { live, draft } = await ask('openRecord', { kind, id });
  const data = { ...live, ...draft?.data, ...change };
  const input = { kind, id, data, base: draft?.savedAt ?? null };
  expect(await ask('saveRecord', input, who), kind).toMatchObject({ savedAt: expect.any(String) });
}

/** Everything that was made live so far. */
async function listLive() {
  const revisions = await must(client.from('page_revisions').select('id').order('id'));
  const versions = await must(client.from('record_versions').select('kind, record_id, number'));
  return { revisions, versions: versions?.length };
}

type Scene = {
  plan: () => ReturnType<typeof ask>;
  /** What a colleague does after the plan. */
  overtake: () => Promise<unknown>;
  /** The call that the dialog makes of its plan. */
  apply: (plan: Awaited<ReturnType<typeof ask>>) => object;
  /** What the refusal says, besides that it is one. */
  says?: string;
};
type Case = { what: string; applies: string; open: () => Promise<Scene> };

const plannedPage = (index: number, apply: Scene['apply'], input: object = {}): Scene => ({
  plan: () => ask('planPublish', { pageId: pageOf(index), ...input }),
  overtake: () => write(pageOf(index), { lead: makeWords() }, second),
  apply,
  says: `${served.users.second.name} has saved this page`,
});

async function openRelease(index: number): Promise<number> {
  const { id } = await ask('createRelease', { name: `Release of page ${index}` });
  await write(pageOf(index), { title: makeWords() });
  expect(await ask('addToRelease', { release: id, items: [{ page: pageOf(index) }] })).toMatchObject({ added: 1 });
  return id;
}

const planOfRelease = (id: number, overtake: Scene['overtake']): Scene => ({
  plan: () => ask('planRelease', { id }),
  overtake,
  apply: ({ seen }) => ({ id, seen }),
});

async function planOfRecord(kind: KindName, id: number | string): Promise<Scene> {
  await saveRecord(kind, id);
  return {
    plan: () => ask('planRecords', { records: [{ kind, id }] }),
    overtake: () => saveRecord(kind, id, second),
    apply: ({ seen }) => ({ records: seen }),
  };
}

/** Of each action that plans, what is done with its plan. */
const cases: Record<string, readonly Case[]> = {
  planPublish: [
    {
      what: 'all of a page',
      applies: 'publishPage',
      open: async () => {
        await write(pageOf(1), { title: makeWords() });
        return plannedPage(1, ({ lastSave }) => ({ pageId: pageOf(1), lastSave }));
      },
    },
    {
      what: 'a part of a page',
      applies: 'publishPage',
      open: async () => {
        await write(pageOf(2), { title: makeWords() });
        const place = await ask('findPagePlace', { pageId: pageOf(2) });
        const locales = { ...place.locales, en: { ...place.locales.en, title: makeWords() } };
        await ask('changePage', { pageId: pageOf(2), parentId: place.parentId, lastSave: place.lastSave, locales });
        const cells = ['settings:en'];
        const apply: Scene['apply'] = ({ lastSave }) => ({ pageId: pageOf(2), chosen: { cells, lastSave } });
        return plannedPage(2, apply, { cells });
      },
    },
    {
      what: 'a page with those below it',
      applies: 'publishPage',
      open: async () => {
        await write(pageOf(3), { title: makeWords() });
        await write(pageOf(4), { title: makeWords() });
        const { lastSave: saved } = await ask('findPagePlace', { pageId: pageOf(4) });
        const below = [{ id: pageOf(4), lastSave: saved }];
        const apply: Scene['apply'] = ({ lastSave }) => ({ pageId: pageOf(3), below, lastSave });
        return plannedPage(3, apply, { below: [pageOf(4)] });
      },
    },
  ],
  planPageDeletion: [
    {
      what: 'a page',
      applies: 'deletePage',
      open: async () => ({
        plan: () => ask('planPageDeletion', { pageId: lastPage() }),
        overtake: () => write(lastPage(), { lead: makeWords() }, second),
        apply: ({ lastSave }) => ({ pageId: lastPage(), isConfirmed: true, lastSave }),
        says: served.users.second.name,
      }),
    },
  ],
  planRelease: [
    {
      what: 'a release to which something was added',
      applies: 'publishRelease',
      open: async () => {
        const id = await openRelease(5);
        return planOfRelease(id, async () => {
          const product = served.site.productIds[1] ?? 0;
          await saveRecord('product', product, second);
          const items = [{ kind: 'product', id: product }];
          expect(await ask('addToRelease', { release: id, items }, second)).toMatchObject({ added: 1 });
        });
      },
    },
    {
      what: 'a release that would write over what was published',
      applies: 'publishRelease',
      open: async () => {
        const id = await openRelease(6);
        return planOfRelease(id, async () => {
          await write(pageOf(6), { title: makeWords() }, second);
          await publish(6, second);
        });
      },
    },
  ],
  planReleaseBack: [
    {
      what: 'a release of which less is put back',
      applies: 'takeReleaseBack',
      open: async () => {
        const id = await openRelease(7);
        expect(await ask('publishRelease', { id })).toMatchObject({ published: true });
        return {
          plan: () => ask('planReleaseBack', { id }),
          overtake: async () => {
            await write(pageOf(7), { title: makeWords() }, second);
            await publish(7, second);
          },
          apply: ({ seen }) => ({ id, seen }),
        };
      },
    },
  ],
  planTakeBack: [
    {
      what: 'a publish',
      applies: 'takeBack',
      open: async () => {
        await write(pageOf(8), { title: makeWords() });
        await publish(8);
        const { id } = (await ask('listPublishes', {})).lines[0];
        return {
          plan: () => ask('planTakeBack', { id, choices: {} }),
          overtake: async () => {
            await write(pageOf(8), { lead: makeWords() }, second);
            await publish(8, second);
          },
          apply: ({ seen }) => ({ id, choices: {}, seen }),
        };
      },
    },
  ],
  planRecords: [
    {
      what: 'a draft of a record',
      applies: 'publishRecords',
      open: () => planOfRecord('product', served.site.productIds[0] ?? 0),
    },
  ],
  checkSheet: [
    {
      what: 'a sheet',
      applies: 'importSheet',
      open: async () => {
        const id = served.site.productIds[2] ?? 0;
        const lines = [{ row: 2, cells: { id, name: 'From the sheet' } }];
        const sheet = { kind: 'product', lines, isText: false, publish: true, force: true };
        return {
          plan: () => ask('checkSheet', sheet),
          overtake: () => saveRecord('product', id, second, { name: 'By the colleague' }),
          apply: ({ fingerprint }) => ({ ...sheet, fingerprint }),
        };
      },
    },
  ],
};

/** Actions that are called as plans are, and why nothing is published of what they say. */
const others: Record<string, string> = {
  checkDraft: 'it says what is wrong with what is typed, which is sent again to be saved',
  checkDrawing: 'it says what is taken out of a file, which is sent again to be stored',
};

it('knows every action that plans', async () => {
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  const plans = [...(await bundle.actionInputs()).keys()].filter((name) => /^(?:plan|check)[A-Z]/.test(name));
  expect([...Object.keys(cases), ...Object.keys(others)].toSorted()).toEqual(plans.toSorted());
});

/** Plans, lets a colleague do something, and is refused; then the new plan goes live. */
async function expectRefusal(applies: string, { plan, overtake, apply, says = '' }: Scene) {
  const planned = await plan();
  await overtake();
  const before = await listLive();
  const refused = await ask(applies, apply(planned));
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(says), failure: { code: 'conflict' } });
  expect(await listLive()).toEqual(before);
  const done = await ask(applies, apply(await plan()));
  expect(done).not.toHaveProperty('failure');
}

describe.each(Object.entries(cases).flatMap(([name, all]) => all.map((one) => ({ name, ...one }))))(
  '$applies after $name, of $what',
  ({ applies, open }) => {
    it('is refused when a colleague was faster, and does what the next plan says', async () => {
      await expectRefusal(applies, await open());
    });
  },
);

it('is so for records of every kind', async () => {
  const found = await Promise.all(
    recordKinds
      .filter((kind) => getRecordActs(kind).edit)
      .map(async (kind) => [kind, (await ask('listRecords', { kind, limit: 1 })).rows[0]?.id] as const),
  );
  const there = found.filter(([, id]) => id !== undefined);
  expect(there.length).toBeGreaterThan(3);
  for (const [kind, id] of takeSlice(there, 4, 0)) await expectRefusal('publishRecords', await planOfRecord(kind, id));
});

describe('a caller that does not say what it has seen', () => {
  it('publishes what is there', async () => {
    await write(pageOf(9), { title: makeWords() });
    await publish(9, second);
    await saveRecord('product', served.site.productIds[3] ?? 0);
    const records = [{ kind: 'product', id: served.site.productIds[3] ?? 0 }];
    expect(await ask('publishRecords', { records }, second)).toMatchObject({ published: true });
    const release = await openRelease(10);
    expect(await ask('publishRelease', { id: release }, second)).toMatchObject({ published: true });
    expect(await ask('takeReleaseBack', { id: release }, second)).toEqual({ isLive: true });
  });
});

it('publishes a release with what a colleague has published beside it', async () => {
  const id = await openRelease(10);
  const { seen } = await ask('planRelease', { id });
  await write(pageOf(10), { lead: makeWords() }, second);
  await publish(10, second);
  expect(await ask('publishRelease', { id, seen })).toMatchObject({ published: true });
});
