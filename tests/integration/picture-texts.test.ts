import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isSiteId } from '#domain/sites.ts';
import { ChangeDesk, type Tree, listDiffering, listPlanned } from '../fixtures/change-desk.ts';

/** What a picture is said to show is a draft until it is published: by itself, with a page, or with a release. */
let desk: ChangeDesk;
let picture: { kind: 'image'; id: number };
let page: { id: number; module: number; see: (query: string) => Promise<string> };
/** All pages, where the picture has no text. */
let before: Tree;

const anything = z.unknown();
const texts = z.object({
  alt: z.record(z.string(), z.string()),
  version: z.number(),
  savedAt: z.string().nullable(),
  savedBy: z.string().nullable(),
});
const saved = z.object({ savedAt: z.string().nullable(), filename: z.string() });
const plannedPage = z.object({
  entries: z.array(
    z.object({
      site: z.string().refine(isSiteId),
      path: z.string(),
      change: z.enum(['new', 'changed', 'removed', 'moved', 'failed']),
    }),
  ),
  lastSave: z.number(),
  records: z.array(z.object({ kind: z.string(), id: z.number(), savedAt: z.string() })),
  warnings: z.array(
    z.object({
      kind: z.string(),
      message: z.string(),
      picture: z.object({ id: z.number(), draft: z.string().nullable() }).nullable(),
    }),
  ),
});

const missing = 'No alternate text provided';
const read = () => desk.ask('findPictureTexts', picture, texts);
const listGaps = (gap: string) => desk.ask('findRecordIds', { kind: 'image', gap }, z.array(z.number()));
const listPagesOf = (changes: readonly string[]) => changes.filter((change) => change.endsWith('.html'));

async function describePicture(text: string): Promise<z.output<typeof saved>> {
  const { savedAt: base, version } = await read();
  return desk.ask('describePicture', { ...picture, decorative: false, alt: { en: text }, base, version }, saved);
}

beforeAll(async () => {
  desk = await ChangeDesk.open();
  const [shown] = await desk.query<{ image: number; page: number; module: number; site: string; path: string }>(
    `select i.id::int as image, p.id::int as page, m.id::int as module, p.site_id as site, a.path
       from public.images i
       join public.module_locales l on l.locale = 'en' and l.data ->> 'image' = i.id::text
       join public.modules m on m.id = l.module_id and m.type = 'HERO'
       join public.pages p on p.id = m.page_id and p.is_editable and p.route is null
       join public.published_page_locales a on a.page_id = p.id and a.locale = 'en'
      where not i.is_decorative order by p.id limit 1`,
  );
  if (!shown || !isSiteId(shown.site)) throw new Error('The demo has no page with a picture');
  const { site, path } = shown;
  picture = { kind: 'image', id: shown.image };
  page = { id: shown.page, module: shown.module, see: async (query) => (await desk.see(site, path, query)).body };
  await desk.query(`update public.images set localized = '{"en": {}}' where id = $1`, [picture.id]);
  before = await desk.readTree();
});
afterAll(() => desk?.close());

describe('a picture that is described', () => {
  it('is live without the text, which drafts of pages show', async () => {
    expect(await page.see('')).toContain(missing);
    expect(await describePicture('A sensor on a bench')).toMatchObject({ savedAt: expect.any(String) });
    expect(listDiffering(before, await desk.readTree())).toEqual([]);
    expect(await page.see('draft=true')).toContain('alt="A sensor on a bench"');
    expect(await page.see('')).not.toContain('A sensor on a bench');
    expect(await read()).toMatchObject({ alt: { en: 'A sensor on a bench' }, savedBy: 'Clara Change' });
    const choices = z.object({ results: z.array(z.object({ alt: z.string() })) });
    expect(await desk.ask('fetchImages', { page: 1, search: '', ids: [picture.id] }, choices)).toEqual({
      results: [{ alt: 'A sensor on a bench' }],
    });
  });

  it('waits, and is not without a text any more, but in other languages', async () => {
    expect(await listGaps('waiting')).toEqual([picture.id]);
    expect(await listGaps('undescribed.en')).not.toContain(picture.id);
    expect(await listGaps('undescribed.de')).toContain(picture.id);
  });

  it('is not described by who has seen neither its draft nor what is live', async () => {
    const { version, savedAt: base } = await read();
    const mine = { ...picture, decorative: false, alt: { en: 'Mine' } };
    const refused = { ok: false, refusal: expect.stringContaining('Clara Change has saved this picture since') };
    expect(await desk.try('describePicture', { ...mine, base: null, version }, anything)).toMatchObject(refused);
    // A tab of before knows no drafts.
    expect(await desk.try('describePicture', { ...mine, version }, anything)).toMatchObject(refused);
    expect(await desk.try('describePicture', { ...mine, base, version: version + 1 }, anything)).toMatchObject(refused);
    expect(await read()).toMatchObject({ alt: { en: 'A sensor on a bench' } });
  });

  it('keeps what somebody else has drafted of it', async () => {
    const opened = z.object({ draft: z.object({ data: z.record(z.string(), z.json()), savedAt: z.string() }) });
    const { draft } = await desk.ask('openRecord', picture, opened);
    const data = { ...draft.data, display: 'Sensor, on a bench' };
    await desk.ask('saveRecord', { ...picture, data, base: draft.savedAt }, anything);
    await describePicture('Another text');
    expect((await desk.ask('openRecord', picture, opened)).draft.data).toMatchObject({
      display: 'Sensor, on a bench',
      localized: { en: { alt: 'Another text' } },
    });
  });

  it('changes the pages of its plan once it is published, and is taken back to the byte', async () => {
    const item = { what: 'record' as const, ...picture, about: 'the picture' };
    const plan = await desk.planAlone([item]);
    const last = await desk.findLastReceipt();
    await desk.publishAlone([item]);
    const after = await desk.readTree();
    expect(listPagesOf(listDiffering(before, after))).toEqual(plan && listPagesOf(listPlanned(plan)));
    expect([...after.values()].some((text) => text.includes('alt="Another text"'))).toBe(true);
    expect(await listGaps('waiting')).toEqual([]);
    const { impossible, backs } = await desk.takeBackSince(last, [item]);
    expect(impossible).toEqual([]);
    expect(backs).not.toEqual([]);
    expect(listPagesOf(listDiffering(before, await desk.readTree()))).toEqual([]);
  });

  it('has no draft where the texts are those that are live', async () => {
    const { version, savedAt } = await read();
    expect(savedAt).toBeNull();
    const same = { ...picture, decorative: true, alt: {}, version };
    await desk.query('update public.images set is_decorative = true where id = $1', [picture.id]);
    expect(await desk.ask('describePicture', { ...same, version: (await read()).version }, saved)).toMatchObject({
      savedAt: null,
    });
    await desk.query('update public.images set is_decorative = false where id = $1', [picture.id]);
    await desk.readTree();
  });

  it('goes live with a release', async () => {
    await describePicture('In a release');
    const release = await desk.makeRelease([{ what: 'record', ...picture, about: 'the picture' }]);
    expect(await listGaps('waiting')).toEqual([]);
    expect(await listGaps('undescribed.en')).not.toContain(picture.id);
    await desk.publishRelease(release);
    expect(listPagesOf(listDiffering(before, await desk.readTree()))).not.toEqual([]);
    await desk.takeReleaseBack(release);
    expect(listPagesOf(listDiffering(before, await desk.readTree()))).toEqual([]);
  });
});

describe('a page with a picture without a text', () => {
  const plan = (records: object[] = []) => desk.ask('planPublish', { pageId: page.id, records }, plannedPage);
  const findWarning = async (records: object[] = []) =>
    (await plan(records)).warnings.find((warning) => warning.picture?.id === picture.id);
  const title = 'Published with its picture';

  beforeAll(async () => {
    const [hero] = await desk.query<{ data: object }>(
      `select data from public.module_locales where module_id = $1 and locale = 'en'`,
      [page.module],
    );
    await desk.ask(
      'updateModule',
      { moduleId: page.module, locale: 'en', payload: { ...hero?.data, title } },
      anything,
    );
  });

  it('is warned of, and says when the text waits in a draft', async () => {
    expect(await findWarning()).toMatchObject({ picture: { draft: null } });
    await describePicture('Described for the page');
    expect(await findWarning()).toMatchObject({
      message: expect.stringContaining('is in a draft'),
      picture: { draft: expect.stringMatching(/\.webp$/) },
    });
    expect(await findWarning([picture])).toMatchObject({ message: expect.stringContaining('uses the English one') });
  });

  it('is published with the text in one step, and both are taken back', async () => {
    const alone = await plan();
    const both = await plan([picture]);
    expect(both.entries.length).toBeGreaterThanOrEqual(alone.entries.length);
    const last = await desk.findLastReceipt();
    const input = { pageId: page.id, lastSave: both.lastSave, records: both.records };
    const [record] = both.records;
    const overtaken = { ...input, records: [{ ...record, savedAt: '2026-01-01T00:00:00.000Z' }] };
    expect(await desk.try('publishPage', overtaken, anything)).toMatchObject({ ok: false });
    expect(await desk.try('publishPage', { ...input, lastSave: 0 }, anything)).toMatchObject({ ok: false });
    expect(listDiffering(before, await desk.readTree())).toEqual([]);

    await desk.ask('publishPage', input, anything);
    const after = await desk.readTree();
    expect(listPagesOf(listDiffering(before, after))).toEqual(listPagesOf(listPlanned(both)));
    const live = await page.see('');
    expect(live).toContain(title);
    expect(live).toContain('alt="Described for the page"');
    expect(await read()).toMatchObject({ savedAt: null });
    const edits = await desk.query('select distinct edit_id from public.publish_receipt_edits where receipt_id > $1', [
      last,
    ]);
    expect(edits).toHaveLength(1);

    const { impossible } = await desk.takeBackSince(last, [{ what: 'record', ...picture, about: 'both' }]);
    expect(impossible).toEqual([]);
    expect(listPagesOf(listDiffering(before, await desk.readTree()))).toEqual([]);
  });
});
