import { parse } from 'devalue';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeBundleEntry } from '../../scripts/code-bundle.ts';
import type { Desk } from './actions/entry.ts';
import { openDesk } from './actions/open-desk.ts';
import { readStructureOf } from './actions/overtake.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk?.served.stop());

type Input = Record<string, unknown> | FormData;

/** Sends a call, and returns its result; a refusal fails the test with its words. */
async function result(name: string, input: Input): Promise<unknown> {
  const response =
    input instanceof FormData
      ? await desk.editor.send(`/_actions/${name}`, { method: 'POST', body: input })
      : await desk.editor.call(name, input);
  const text = await response.text();
  expect(`${name} ${response.status} ${response.status === 200 ? '' : text}`).toBe(`${name} 200 `);
  return parse(text);
}

const withId = z.object({ id: z.number() });
const found = z.object({ results: z.array(z.unknown()), count: z.number() });
const anything = z.unknown();

/** The modules of the page as an editor's list holds them. */
async function modules() {
  const { content } = await readStructureOf(desk);
  return content.map((id) => ({ id, moduleType: 'HERO', data: {}, key: `key-${id}` }));
}

const formField = {
  id: 'field-1',
  fieldType: 'SelectList',
  name: 'subject_a1b2c',
  label: 'Subject',
  placeholder: 'Choose',
  isPlaceholderVisible: true,
  helpBlockText: 'What it is about',
  isHelpBlockVisible: true,
  isRequired: true,
  isUnique: true,
  isConditional: false,
  conditionalName: '',
  conditionalValue: '',
  options: [{ optionLabel: 'A question', optionValue: 'question' }],
  buttonText: '',
  minValue: 1,
  maxValue: 1000,
};

async function picture(): Promise<FormData> {
  const create = { width: 64, height: 64, channels: 3, background: '#2b7a78' } as const;
  const bytes = new Uint8Array(await sharp({ create }).webp().toBuffer());
  const form = new FormData();
  form.set('file', new File([bytes], 'picture.webp', { type: 'image/webp' }));
  return form;
}

async function newForm(): Promise<number> {
  return withId.parse(await result('createForm', { title: 'Of the test', content: [formField] })).id;
}

const link = { text: 'Read on', linkType: 'external', target: '_blank', url: 'https://example.com/specified' };

/** Calls that change something, each with the inputs that the specification names and no others. */
const changing: Record<string, { input: () => Input | Promise<Input>; answer: z.ZodType }> = {
  updateModule: {
    input: () => ({ payload: { ...desk.hero.data, title: 'As specified' }, moduleId: desk.hero.id }),
    answer: anything,
  },
  addModule: {
    input: async () => ({
      moduleData: { ...desk.hero.data },
      moduleType: 'HERO',
      modulePosition: 1,
      content: await modules(),
      pageId: desk.pageId,
    }),
    answer: z.object({ moduleId: z.number() }),
  },
  patchPage: {
    input: async () => ({ contents: (await modules()).toReversed(), pageId: desk.pageId }),
    answer: anything,
  },
  publishPage: { input: () => ({ pageId: desk.pageId }), answer: anything },
  addImage: { input: picture, answer: withId },
  addLink: {
    input: () => ({ ...link, page: null, anchorId: '' }),
    answer: withId,
  },
  createForm: { input: () => ({ title: 'A form', content: [formField] }), answer: withId },
  updateForm: {
    input: async () => ({ data: { title: 'Renamed', content: [formField] }, id: await newForm() }),
    answer: anything,
  },
  deleteForm: { input: async () => ({ id: await newForm() }), answer: anything },
  logout: { input: () => ({}), answer: z.literal(true) },
};

const search = { page: 1, search: '' };
const reading: Record<string, Record<string, unknown>> = {
  fetchImages: search,
  fetchLinks: search,
  fetchPages: search,
  fetchVectors: search,
  fetchLocations: {},
  fetchLocationNames: {},
  fetchMapLocations: {},
  fetchCVs: { page: 1 },
  fetchFiles: search,
  fetchDocuments: search,
  fetchVideos: search,
  fetchForms: search,
  fetchWebinars: { page: 1 },
  fetchProducts: search,
  fetchSeries: search,
  fetchCategories: { page: 1 },
  fetchStoryGroups: {},
  fetchStoryCategories: {},
  fetchEmployeeStories: { page: 1 },
};
const lookingUp = [
  'findImage',
  'findLink',
  'findPage',
  'findVector',
  'findFile',
  'findDocument',
  'findVideo',
  'findForm',
];

it('are all there', async () => {
  const bundle: typeof import('../../src/server.ts') = await import(codeBundleEntry.href);
  const named = [...Object.keys(changing), ...Object.keys(reading), ...lookingUp, 'submitForm'];
  expect([...(await bundle.actionInputs()).keys()]).toEqual(expect.arrayContaining(named));
});

it.each(Object.entries(reading))('%s lists with the inputs of the specification', async (name, input) => {
  const { results, count } = found.parse(await result(name, input));
  expect(count).toBeGreaterThanOrEqual(results.length);
});

it('fetchLinks filters by url, anchor and page', async () => {
  for (const filter of [{ url: 'https://example.com/' }, { anchorId: '#products' }, { pageId: desk.pageId }])
    found.parse(await result('fetchLinks', filter));
});

it.each(lookingUp)('%s looks up by an id alone', async (name) => {
  const response = await desk.editor.call(name, { id: 987_654 });
  expect(response.status).toBe(404);
  expect((await response.json()).message).toMatch(/ not found$/);
});

it('submitForm takes an address and a map of values, and asks for the captcha', async () => {
  const call = { action: `/forms/${desk.formId}?version=1&locale=en`, values: { email: 'a@test.example' } };
  const response = await desk.editor.call('submitForm', call);
  expect(response.status).toBe(403);
  expect((await response.json()).failure.code).toBe('forbidden');
});

describe('without a version or a locale', () => {
  it('updateModule writes English over what is stored', async () => {
    const call = { moduleId: desk.hero.id, payload: { ...desk.hero.data, title: 'First' } };
    await result('updateModule', call);
    await result('updateModule', { ...call, payload: { ...desk.hero.data, title: 'Second' } });
    const rows = desk.client.from('module_locales').select('data').eq('module_id', desk.hero.id).eq('locale', 'en');
    expect((await rows.single()).data).toMatchObject({ data: { title: 'Second' } });
  });

  it('addModule and patchPage follow the list that the caller has seen', async () => {
    const { content } = await readStructureOf(desk);
    const added = { moduleType: 'HERO', moduleData: desk.hero.data, pageId: desk.pageId };
    const { moduleId } = z
      .object({ moduleId: z.number() })
      .parse(await result('addModule', { ...added, modulePosition: 1, content: await modules() }));
    expect((await readStructureOf(desk)).content).toEqual(content.toSpliced(1, 0, moduleId));
    expect((await desk.editor.call('addModule', { ...added, content })).status).toBe(409);
    await result('patchPage', { contents: content, pageId: desk.pageId });
    expect((await readStructureOf(desk)).content).toEqual(content);
  });

  it('updateForm leaves what it does not name', async () => {
    const settings = { titles: { de: 'Ein Formular' }, successUrl: '/thanks', retentionDays: 30 };
    const made = withId.parse(await result('createForm', { title: 'Old', content: [formField], ...settings }));
    await result('updateForm', { id: made.id, data: { title: 'New', content: [formField] } });
    expect(await result('findForm', made)).toMatchObject({ ...settings, title: 'New' });
  });

  it('addLink takes the page itself in place of its id', async () => {
    const page = { id: desk.pageId, title: 'A page', url: '/', name: 'A page', created: '2026-01-01' };
    const call = { text: 'A page', linkType: 'internal', target: 'auto', url: '', page, anchorId: '#specified' };
    const { id } = withId.parse(await result('addLink', call));
    expect((await desk.client.from('links').select('page_id, anchor_id').eq('id', id).single()).data).toEqual({
      page_id: desk.pageId,
      anchor_id: '#specified',
    });
  });
});

describe('with the inputs of the specification', () => {
  // The last one ends the session.
  it.each(Object.entries(changing))('%s does its work', async (name, { input, answer }) => {
    answer.parse(await result(name, await input()));
  });
});
