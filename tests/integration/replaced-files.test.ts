import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isSiteId } from '#domain/sites.ts';
import { ChangeDesk, type Tree, listDiffering, listPlanned } from '../fixtures/change-desk.ts';
import type { Visitor } from '../fixtures/fork-served.ts';

/** Another file for a medium is a draft until it is published: by itself, or with a release. */
let desk: ChangeDesk;
let picture: { kind: 'image'; id: number };
let see: (query: string) => Promise<string>;
/** All pages, with the file that the picture has. */
let before: Tree;
let first: string;

const anything = z.unknown();
const hashed = z.object({ hash: z.string() });
const files = z.object({
  file: hashed,
  draft: z.object({ file: hashed.nullable(), savedAt: z.string(), savedBy: z.string().nullable() }).nullable(),
  earlier: z.array(hashed.extend({ number: z.number() })),
});
const opened = z.object({
  version: z.number(),
  live: z.record(z.string(), z.json()),
  draft: z.object({ data: z.record(z.string(), z.json()), savedAt: z.string(), file: hashed.nullable() }).nullable(),
});
const texts = z.object({ version: z.number(), savedAt: z.string().nullable() });
const discarded = z.array(z.object({ id: z.string(), file: hashed.nullable() }));
const versions = z.array(z.object({ number: z.number(), file: hashed.nullable() }));

const read = () => desk.ask('findMediumFile', picture, files);
const open = () => desk.ask('openRecord', picture, opened);
const readHash = async () =>
  (await desk.query<{ hash: string }>('select hash from public.images where id = $1', [picture.id]))[0]?.hash;
const listChanged = async () => listDiffering(before, await desk.readTree()).filter((name) => name.endsWith('.html'));
const item = () => ({ what: 'record' as const, ...picture, about: 'the picture' });

async function draw(background: string): Promise<File> {
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'other.png');
}

async function send(
  color: string,
  hash: string,
  editor: Visitor = desk.editor,
): Promise<{ status: number; text: string }> {
  const body = new FormData();
  body.set('file', await draw(color));
  for (const [name, value] of Object.entries({ kind: 'image', id: String(picture.id), hash })) body.set(name, value);
  const response = await editor.send('/_actions/draftMediumFile', {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  });
  return { status: response.status, text: await response.text() };
}

/** Saves another file in the draft, as who has seen what is there, and answers its hash. */
async function replace(color: string): Promise<string> {
  const { file, draft } = await read();
  const { status, text } = await send(color, (draft?.file ?? file).hash);
  expect(status, text).toBe(200);
  return (await read()).draft?.file?.hash ?? '';
}

async function describePicture(alt: string): Promise<void> {
  const { version, savedAt: base } = await desk.ask('findPictureTexts', picture, texts);
  await desk.ask('describePicture', { ...picture, decorative: false, alt: { en: alt }, base, version }, anything);
}

async function discard(): Promise<void> {
  const { draft } = await open();
  if (draft) await desk.ask('discardRecord', { ...picture, base: draft.savedAt }, anything);
}

beforeAll(async () => {
  desk = await ChangeDesk.open();
  const [shown] = await desk.query<{ image: number; site: string; path: string }>(
    `select i.id::int as image, p.site_id as site, a.path
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
  see = async (query) => (await desk.see(site, path, query)).body;
  before = await desk.readTree();
  first = (await readHash()) ?? '';
});
afterAll(() => desk?.close());

describe('another file for a picture', () => {
  it('is in drafts of pages, and visitors keep the file that they have', async () => {
    const hash = await replace('#13579b');
    expect(hash).not.toBe(first);
    expect(await readHash()).toBe(first);
    expect(await listChanged()).toEqual([]);
    expect(await see('draft=true')).toContain(`${hash}-`);
    expect(await see('draft=true')).not.toContain(`${first}-`);
    expect(await see('')).not.toContain(`${hash}-`);
    expect(await read()).toMatchObject({ file: { hash: first }, draft: { file: { hash }, savedBy: 'Clara Change' } });
  });

  it('is one draft with the texts, whichever is saved first', async () => {
    const hash = (await read()).draft?.file?.hash;
    await describePicture('In another light');
    expect(await read()).toMatchObject({ draft: { file: { hash } } });
    expect(await see('draft=true')).toContain('alt="In another light"');
    const other = await replace('#2468ac');
    expect((await open()).draft).toMatchObject({
      file: { hash: other },
      data: { localized: { en: { alt: 'In another light' } } },
    });
  });

  it('takes the place of no file that its person has not seen', async () => {
    const second = await desk.signInColleague('Sven Second');
    const hash = (await read()).draft?.file?.hash ?? '';
    const refused = await send('#ff8800', first, second);
    expect(refused).toMatchObject({
      status: 409,
      text: expect.stringContaining('Clara Change has replaced this file meanwhile'),
    });
    const both = await Promise.all([send('#ff8800', hash), send('#0088ff', hash, second)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const now = await read();
    expect(now.file.hash).toBe(first);
    expect(JSON.parse(both.find(({ status }) => status === 409)?.text ?? '').failure.detail.draft.file.hash).toBe(
      now.draft?.file?.hash,
    );
    expect(await send('#00ff00', first)).toMatchObject({ status: 409 });
  });

  it('is what the draft had already where it is brought twice', async () => {
    const hash = await replace('#a1b2c3');
    expect(await send('#a1b2c3', hash)).toMatchObject({ status: 400 });
  });

  it('changes the pages of its plan once it is published, and is taken back to the byte', async () => {
    const hash = (await read()).draft?.file?.hash ?? '';
    const plan = await desk.planAlone([item()]);
    const last = await desk.findLastReceipt();
    await desk.publishAlone([item()]);
    const after = await desk.readTree();
    const differing = listDiffering(before, after).filter((name) => name.endsWith('.html'));
    expect(differing).not.toEqual([]);
    expect(differing).toEqual(plan && listPlanned(plan).filter((name) => name.endsWith('.html')));
    expect([...after.values()].some((text) => text.includes(`${hash}-`))).toBe(true);
    expect(await read()).toMatchObject({ file: { hash }, draft: null, earlier: [{ hash: first }] });
    const { impossible } = await desk.takeBackSince(last, [item()]);
    expect(impossible).toEqual([]);
    expect(await listChanged()).toEqual([]);
    expect(await readHash()).toBe(first);
    expect((await read()).earlier.map((file) => file.hash)).toEqual([hash, first]);
  });

  it('comes back from the earlier files, as a draft', async () => {
    const [earlier] = (await read()).earlier;
    await desk.ask('draftEarlierFile', { ...picture, hash: first, number: earlier?.number }, anything);
    expect(await read()).toMatchObject({ file: { hash: first }, draft: { file: { hash: earlier?.hash } } });
    const missing = { ...picture, hash: earlier?.hash, number: 99 };
    expect(await desk.try('draftEarlierFile', missing, anything)).toMatchObject({ ok: false });
    await discard();
  });

  it('is discarded alone, with the texts of the draft left, and brought back', async () => {
    const hash = await replace('#445566');
    await desk.ask('dropDraftFile', { ...picture, hash }, anything);
    expect((await open()).draft).toBeNull();
    const [thrown] = await desk.ask('listDiscardedRecords', picture, discarded);
    expect(thrown?.file?.hash).toBe(hash);
    const { live } = await open();
    await desk.ask(
      'saveRecord',
      { ...picture, data: live, base: null, isRestored: true, fileOf: thrown?.id },
      anything,
    );
    expect((await read()).draft?.file?.hash).toBe(hash);

    await describePicture('Described beside it');
    expect(await desk.try('dropDraftFile', { ...picture, hash: first }, anything)).toMatchObject({ ok: false });
    await desk.ask('dropDraftFile', { ...picture, hash }, anything);
    expect((await open()).draft).toMatchObject({
      file: null,
      data: { localized: { en: { alt: 'Described beside it' } } },
    });
    await discard();
  });

  it('is of its version, which is brought back with its file', async () => {
    const hash = await replace('#778899');
    await desk.publishAlone([item()]);
    const [latest, earlier] = await desk.ask('recordVersions', picture, versions);
    expect([latest?.file?.hash, earlier?.file?.hash]).toEqual([hash, first]);
    const { live } = await open();
    const back = { ...picture, data: live, base: null, isRestored: true, fileOf: earlier?.number };
    await desk.ask('saveRecord', back, anything);
    expect((await read()).draft?.file?.hash).toBe(first);
    await desk.publishAlone([item()]);
    expect(await readHash()).toBe(first);
    expect(await listChanged()).toEqual([]);
  });

  it('goes live with a release, and is taken back with it to the byte', async () => {
    const hash = await replace('#aa5500');
    const release = await desk.makeRelease([item()]);
    expect((await read()).draft).toBeNull();
    expect(await see(`release=${release}`)).toContain(`${hash}-`);
    const plan = await desk.planRelease(release);
    await desk.publishRelease(release);
    expect(await readHash()).toBe(hash);
    expect(await listChanged()).toEqual(listPlanned(plan).filter((name) => name.endsWith('.html')));
    await desk.takeReleaseBack(release);
    expect(await listChanged()).toEqual([]);
    expect(await readHash()).toBe(first);
    // It is still in the release, and takes the place of what somebody has published since.
    const other = await replace('#0055aa');
    await desk.publishAlone([item()]);
    const { collisions } = await desk.ask(
      'planRelease',
      { id: release },
      z.object({ collisions: z.array(z.object({ label: z.string() })) }),
    );
    expect(collisions).toMatchObject([{ label: 'File' }]);
    await desk.publishRelease(release);
    expect(await readHash()).toBe(hash);
    await desk.takeReleaseBack(release);
    expect(await readHash()).toBe(other);
    await desk.endRelease(release, 'nowhere');
    const [thrown] = await desk.ask('listDiscardedRecords', picture, discarded);
    expect(thrown?.file?.hash).toBe(hash);
  });

  it('stays where a release with it is taken back after somebody has replaced it', async () => {
    const hash = await replace('#123123');
    const release = await desk.makeRelease([item()]);
    await desk.publishRelease(release);
    expect(await readHash()).toBe(hash);
    const since = await replace('#321321');
    await desk.publishAlone([item()]);
    await desk.takeReleaseBack(release);
    expect(await readHash()).toBe(since);
    await desk.endRelease(release, 'nowhere');
  });

  it('is told to a tab of before by words', async () => {
    expect(await desk.try('planReplacement', picture, anything)).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('opened before the website was updated'),
    });
    const { file } = await read();
    const old = { ...picture, hash: file.hash, number: 1 };
    expect(await desk.try('restoreMediumFile', old, anything)).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('Nothing was changed'),
    });
  });
});

it('a draft of before a file was among drafts is published as it was', async () => {
  const { live } = await open();
  await desk.ask('saveRecord', { ...picture, data: { ...live, display: 'Of before' }, base: null }, anything);
  await desk.query('alter table public.record_versions disable trigger record_versions_immutable');
  await desk.query(`update public.record_versions set file = null where kind = 'image'`);
  await desk.query('alter table public.record_versions enable trigger record_versions_immutable');
  const hash = await readHash();
  await desk.publishAlone([item()]);
  expect(await readHash()).toBe(hash);
  expect((await open()).live).toMatchObject({ display: 'Of before' });
  const [latest, earlier] = await desk.ask('recordVersions', picture, versions);
  expect([latest?.file?.hash, earlier?.file?.hash]).toEqual([hash, hash]);
});
