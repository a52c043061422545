import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isSiteId } from '#domain/sites.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import { ChangeDesk, type Tree, listDiffering, listPlanned } from '../fixtures/change-desk.ts';

/** What a form asks is a draft until it is published, on every page that shows it, and can be taken back. */
let desk: ChangeDesk;
beforeAll(async () => {
  desk = await ChangeDesk.open();
});
afterAll(() => desk?.close());

const anything = z.unknown();
const openedForm = z.object({
  live: jsonObject().nullable(),
  draft: z.object({ data: jsonObject(), savedAt: z.string() }).nullable(),
  pages: z.array(z.object({ site: z.string(), url: z.string() })),
});
const withId = z.object({ id: z.number() });

const asked = (name: string): JsonObject => ({
  id: name,
  fieldType: 'TextInput',
  name,
  label: `What is your ${name}?`,
});

const open = (id: number) => desk.ask('openRecord', { kind: 'form', id }, openedForm);

/** Saves one more field in the draft of a form. */
async function askMore(id: number, name: string): Promise<void> {
  const { live, draft } = await open(id);
  const data = draft?.data ?? live ?? {};
  const { content } = data;
  const more = { ...data, content: [...(Array.isArray(content) ? content : []), asked(name)] };
  await desk.ask('saveRecord', { kind: 'form', id, data: more, base: draft?.savedAt ?? null }, anything);
}

/** A form that a page shows, with the place of the page. */
async function findShownForm(): Promise<{ id: number; see: (query: string) => Promise<string>; file: string }> {
  const rows = await desk.query<{ id: number }>('select id::int from public.forms order by id');
  for (const { id } of rows) {
    const [page] = (await open(id)).pages;
    if (!page || !isSiteId(page.site)) continue;
    const { site } = page;
    const path = new URL(page.url).pathname;
    const see = async (query: string) => (await desk.see(site, path, query)).body;
    return { id, see, file: `${site}${path === '/' ? '' : path}/index.html` };
  }
  throw new Error('No page of the demo shows a form');
}

/** The address that a form is sent to, as a page has it. */
function findAction(page: string, id: number): string {
  const action = new RegExp(`action="(/forms/${id}\\?[^"]*)"`).exec(page)?.[1];
  if (action === undefined) throw new Error(`The page does not show the form ${id}`);
  return action.replaceAll('&amp;', '&');
}

const send = (action: string, values: object) => desk.try('submitForm', { action, values }, anything);
const countSubmissions = () => desk.query<{ count: number }>('select count(*)::int from public.form_submissions');
/** Files of pages: sitemaps tell the day of a change besides. */
const listPagesOf = (changes: readonly string[]) => changes.filter((change) => change.endsWith('.html'));
const question = (name: string) => `What is your ${name}?`;

describe('a form that a page shows', () => {
  let before: Tree;
  let shown: Awaited<ReturnType<typeof findShownForm>>;

  beforeAll(async () => {
    shown = await findShownForm();
    before = await desk.readTree();
    await askMore(shown.id, 'nickname');
  });

  it('is live as it was, and seen in the draft of the page', async () => {
    expect(listDiffering(before, await desk.readTree())).toEqual([]);
    expect((await shown.see('draft=true')).includes(question('nickname'))).toBe(true);
    expect((await shown.see('')).includes(question('nickname'))).toBe(false);
  });

  it('stores nothing of what is sent from a preview', async () => {
    const count = await countSubmissions();
    const answer = await send(findAction(await shown.see('draft=true'), shown.id), { nickname: 'Ada' });
    expect(answer).toMatchObject({ ok: false, refusal: expect.stringContaining('not published like this yet') });
    expect(await countSubmissions()).toEqual(count);
  });

  it('changes the pages of its plan, still takes what was begun before, and is taken back to the byte', async () => {
    const { id } = shown;
    const old = findAction(before.get(shown.file) ?? '', id);
    const item = { what: 'record' as const, kind: 'form' as const, id, about: 'a form' };
    const plan = await desk.planAlone([item]);
    const last = await desk.findLastReceipt();
    await desk.publishAlone([item]);
    const after = await desk.readTree();
    expect(listPagesOf(listDiffering(before, after))).toEqual(plan && listPagesOf(listPlanned(plan)));
    expect(after.get(shown.file)?.includes(question('nickname'))).toBe(true);
    // Known, and only the proof that a person sends it is missing.
    expect(await send(old, {})).toMatchObject({ ok: false, refusal: expect.not.stringContaining('not published') });
    const [{ content } = { content: null }] = await desk.query<{ content: unknown }>(
      `select public.form_definition($1, $2)->'content' as content`,
      [id, Number(new URL(old, 'https://site.invalid').searchParams.get('version'))],
    );
    expect(JSON.stringify(content)).not.toContain('nickname');
    const { impossible, backs } = await desk.takeBackSince(last, [item]);
    expect(impossible).toEqual([]);
    for (const { plan: back, differing } of backs) {
      expect(listPagesOf(listPlanned(back))).toEqual(listPagesOf(differing));
    }
    expect(listPagesOf(listDiffering(before, await desk.readTree()))).toEqual([]);
  });

  it('is told when somebody has published it since the draft was begun', async () => {
    const { id } = shown;
    await askMore(id, 'hobby');
    await desk.query(`update public.forms set content = content || $2::jsonb where id = $1`, [
      id,
      JSON.stringify([asked('shoe size')]),
    ]);
    const answer = await desk.try('publishRecords', { records: [{ kind: 'form', id }] }, anything);
    expect(answer).toMatchObject({ ok: false, refusal: expect.stringContaining('has been changed since') });
    await desk.discardAll();
  });
});

describe('a new form', () => {
  const content = [asked('town')];
  let id: number;
  let page: { id: number; site: string; path: string };

  beforeAll(async () => {
    ({ id } = await desk.ask('createForm', { title: 'Where do you live', content }, withId));
    const [free] = await desk.query<{ id: number; site: string; path: string }>(
      `select p.id::int, p.site_id as site, l.path from public.pages p
         join public.published_page_locales l on l.page_id = p.id and l.locale = 'en'
         where p.is_editable and p.route is null order by p.id limit 1`,
    );
    if (!free) throw new Error('The demo has no page');
    page = free;
    const modules = await desk.query<{ id: number }>(
      'select id::int from public.modules where page_id = $1 and parent_id is null order by position, id',
      [page.id],
    );
    await desk.ask(
      'addModule',
      {
        pageId: page.id,
        moduleType: 'CUSTOM_FORMS',
        moduleData: { form: id, spaceLayoutTop: 'sm', spaceLayoutBottom: 'sm' },
        modulePosition: 0,
        content: modules.map((module) => module.id),
      },
      anything,
    );
  });

  it('can be chosen and is seen in drafts before it is published', async () => {
    const list = z.object({ results: z.array(z.object({ id: z.number(), version: z.number().nullable() })) });
    const search = { page: 1, search: 'where do you' };
    expect((await desk.ask('fetchForms', search, list)).results).toMatchObject([{ id, version: null }]);
    if (!isSiteId(page.site)) throw new Error(`There is no site ${page.site}`);
    const { body } = await desk.see(page.site, page.path, 'draft=true');
    expect(body).toContain(question('town'));
    expect(await send(findAction(body, id), { town: 'Bern' })).toMatchObject({ ok: false });
  });

  it('is named by the plan of a page that would go live without it', async () => {
    const plan = await desk.ask('planPublish', { pageId: page.id }, anything);
    expect(JSON.stringify(plan)).toContain('The form that was chosen here is deleted or not published');
  });

  it('goes live with the page in a release, and both are taken back', async () => {
    const before = await desk.readTree();
    const release = await desk.makeRelease([
      { what: 'record', kind: 'form', id, about: 'the form' },
      { what: 'page', page: page.id, below: [], about: 'the page' },
    ]);
    expect((await desk.planRelease(release)).issues).toEqual([]);
    await desk.publishRelease(release);
    const after = await desk.readTree();
    expect([...after.values()].some((text) => text.includes(question('town')))).toBe(true);
    expect(await desk.ask('findForm', { id }, anything)).toMatchObject({
      isPublished: true,
      version: 1,
      savedAt: null,
    });
    await desk.takeReleaseBack(release);
    expect(listPagesOf(listDiffering(before, await desk.readTree()))).toEqual([]);
  });

  it('is deleted as it was seen, and comes back', async () => {
    const made = await desk.ask('createForm', { title: 'In vain', content }, withId);
    await desk.ask('deleteForm', made, anything);
    expect(await desk.try('findForm', made, anything)).toMatchObject({ ok: false });
    await desk.ask('restoreRecord', { kind: 'form', id: made.id }, anything);
    expect(await desk.ask('findForm', made, anything)).toMatchObject({ title: 'In vain', isPublished: false });
  });
});
