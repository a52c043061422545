import { parse } from 'devalue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';

/** Languages that a page is taken out of, and pages that are locked. */
let served: Forked;
let client: Client;
let editor: Visitor;

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  await editor.signIn(served.users.editor);
});
afterAll(() => served?.stop());

const texts = z.looseObject({ path: z.string(), title: z.string() });
const opened = z.object({
  version: z.number(),
  settings: z.object({ parentId: z.number().nullable(), locales: z.record(z.string(), texts) }),
});

async function answerOf(name: string, input: object): Promise<unknown> {
  const answer = await editor.call(name, input);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return parse(text);
}

const publish = (pageId: number) => answerOf('publishPage', { pageId });
const statusOf = async (path: string) => (await fetch(new URL(path, served.origin), { redirect: 'manual' })).status;

async function makePage(title: string): Promise<number> {
  const path = `/${title.toLowerCase()}`;
  const names = { en: { title, path }, de: { title: `${title} auf Deutsch`, path } };
  const { id } = z
    .object({ id: z.number() })
    .parse(await answerOf('createPage', { site: 'main', parentId: null, locales: names }));
  return id;
}

it('a page that is taken out of a language is gone there once it is published, and nowhere else', async () => {
  const pageId = await makePage('Taken');
  await publish(pageId);
  expect(await statusOf('/de/taken')).toBe(200);

  const { version, settings } = opened.parse(await answerOf('openPageSettings', { pageId }));
  const { de: _, ...others } = settings.locales;
  const save = { pageId, version, fromParent: settings.parentId, payload: { ...settings, locales: others } };
  await answerOf('savePageSettings', save);
  expect(await statusOf('/de/taken'), 'nothing is live before').toBe(200);
  const again = await editor.call('savePageSettings', { ...save, payload: settings });
  expect(again.status, 'who had it open would bring it back').toBe(409);

  await publish(pageId);
  expect([await statusOf('/de/taken'), await statusOf('/taken')]).toEqual([expect.toBeOneOf([404, 410]), 200]);
  // The file of redirects, which makes it 410, follows the pages.
  await expect.poll(() => statusOf('/de/taken')).toBe(410);
});

const become = (role: 'editor' | 'admin') =>
  must(client.from('staff').update({ role }).eq('email', served.users.editor.email));
const lock = (pageId: number, isLocked = true) => editor.call('lockPage', { pageId, isLocked });

async function rename(pageId: number): Promise<Response> {
  const { version, settings } = opened.parse(await answerOf('openPageSettings', { pageId }));
  const { en } = settings.locales;
  const locales = { ...settings.locales, en: { ...en, title: `${en?.title} again` } };
  return editor.call('savePageSettings', { pageId, version, fromParent: null, payload: { ...settings, locales } });
}

it('a locked page is changed by nobody, and by an editor not unlocked', async () => {
  const pageId = await makePage('Locked');
  await become('admin');
  expect((await lock(pageId)).status).toBe(200);
  expect((await rename(pageId)).status).toBe(403);
  await become('editor');
  expect((await lock(pageId, false)).status).toBe(403);
  await become('admin');
  expect((await lock(pageId, false)).status).toBe(200);
  expect((await rename(pageId)).status).toBe(200);
});

it('what is live of a locked page stays: no publish is taken back, and none waits in a release', async () => {
  const publishes = z.object({ lines: z.array(z.object({ id: z.number() })).min(1) });
  const pageId = await makePage('Kept');
  await publish(pageId);
  expect((await rename(pageId)).status).toBe(200);
  await publish(pageId);
  const id = publishes.parse(await answerOf('listPublishes', {})).lines[0]?.id;
  expect(await answerOf('planTakeBack', { id, choices: {} })).toMatchObject({ isEmpty: false, impossible: [] });

  await become('admin');
  expect((await rename(pageId)).status).toBe(200);
  const { id: release } = z.object({ id: z.number() }).parse(await answerOf('createRelease', { name: 'Spring' }));
  await answerOf('addToRelease', { release, items: [{ page: pageId }] });
  const refused = await lock(pageId);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('waits in the release “Spring”'),
  ]);
  const { pageItems } = z
    .object({ pageItems: z.array(z.object({ savedAt: z.string() })) })
    .parse(await answerOf('openRelease', { id: release }));
  await answerOf('takeOutOfRelease', {
    release,
    item: { page: pageId },
    to: 'nowhere',
    savedAt: pageItems[0]?.savedAt,
  });

  expect((await lock(pageId)).status).toBe(200);
  expect((await editor.call('publishPage', { pageId })).status).toBe(403);
  expect(await answerOf('planTakeBack', { id, choices: {} })).toMatchObject({
    isEmpty: true,
    impossible: [{ why: 'The page is locked: ask an administrator to unlock it' }],
  });
});
