import { parse } from 'devalue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { must } from '../fixtures/editorial-desk.ts';
import { type Forked, Visitor, forkServed } from '../fixtures/fork-served.ts';
import { readList } from '../fixtures/read-list.ts';

let served: Forked;
let editor: Visitor;
let client: Client;

const list = (name: string, input?: object) => readList(editor, name, input);

beforeAll(async () => {
  served = await forkServed();
  client = createKeyClient(served.supabaseUrl, served.secretKey);
  editor = new Visitor(served.origin);
  expect((await editor.signIn(served.users.editor)).status).toBe(303);
  await must(
    client.from('documents').insert({
      name: 'Datasheet HX41',
      content_date: '2026-02-01',
      document_type: 'datasheet',
      language: 'en',
      localized: { en: { title: 'Datasheet' } },
    }),
  );
});

afterAll(() => served?.stop());

describe('addLink', () => {
  const external = { linkType: 'external', text: 'Example', target: '_blank', url: 'https://example.com/new' };
  const added = async (input: object): Promise<{ id: number }> => {
    const response = await editor.call('addLink', input);
    const text = await response.text();
    expect(`${response.status} ${response.status === 200 ? '' : text}`).toBe('200 ');
    return z.object({ id: z.number() }).parse(parse(text));
  };
  const linkCount = async () => (await list('fetchLinks')).count;

  it('makes a link of each type, which is then found by where it leads', async () => {
    const pageId = served.site.pageIds[1] ?? 0;
    const { id } = await added({ ...external, text: '  Example ' });
    expect((await list('fetchLinks', { url: external.url })).results).toEqual([
      expect.objectContaining({ id, text: 'Example', linkType: 'external', target: '_blank', url: external.url }),
    ]);
    const toPage = await added({ linkType: 'internal', text: 'Page', page: pageId, anchorId: 'specs', url: '' });
    const found = await list('fetchLinks', { pageId, anchorId: '#specs' });
    expect(found.results).toEqual([
      expect.objectContaining({
        id: toPage.id,
        target: 'auto',
        anchorId: '#specs',
        page: expect.objectContaining({ id: pageId, url: '/section-1/page-1' }),
        destination: '/section-1/page-1#specs',
      }),
    ]);
    await added({ linkType: 'internal', text: 'Path', url: '/products/catalog/p1' });
    await added({ linkType: 'anchor', text: 'Below', anchorId: '#below' });
    await added({ ...external, text: 'Mail', url: 'mailto:info@example.com' });
    await added({ ...external, text: 'Call', url: 'tel:+41 44 306 40 00' });
    const [document] = (await list('fetchDocuments')).results;
    await added({ linkType: 'download', text: 'Sheet', target: '_blank', document: document?.['id'] });
    await added({ linkType: 'download', text: 'File', target: '_blank', url: 'https://example.com/a.zip' });
    expect((await list('fetchLinks', { search: 'example.com', url: external.url })).count).toBe(1);
    expect((await list('fetchLinks', { search: 'exam*le', url: external.url })).count).toBe(1);
    expect((await list('fetchLinks', { search: 'nothing', url: external.url })).count).toBe(0);
  });

  it('warns of an equal link and names it; a second time adds it anyway', async () => {
    const first = await added({ ...external, url: 'https://example.com/twice' });
    const before = await linkCount();
    const again = { ...external, text: 'Other words', url: 'https://example.com/twice' };
    const response = await editor.call('addLink', again);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: 'Attention: the link already exists here, are you sure you wish to add it again?',
      failure: { code: 'conflict', detail: { existing: { id: first.id, destination: 'https://example.com/twice' } } },
    });
    expect(await linkCount()).toBe(before);
    expect((await added({ ...again, again: true })).id).not.toBe(first.id);
  });

  it('takes another anchor, another page and another type for another link', async () => {
    const pageId = served.site.pageIds[2] ?? 0;
    await added({ linkType: 'internal', text: 'a', page: pageId });
    await added({ linkType: 'internal', text: 'a', page: pageId, anchorId: '#one' });
    await added({ linkType: 'internal', text: 'a', page: pageId, anchorId: '#two' });
    expect(
      (await editor.call('addLink', { linkType: 'internal', text: 'b', page: pageId, anchorId: 'two' })).status,
    ).toBe(409);
    await must(client.from('links').insert({ text: 'bare', link_type: 'anchor', anchor_id: 'bare' }));
    expect((await editor.call('addLink', { linkType: 'anchor', text: 'b', anchorId: '#bare' })).status).toBe(409);
  });

  it.each<[string, object, string, string]>([
    ['no type', { text: 'a', url: 'https://example.com/' }, 'linkType', 'Link type is required'],
    ['an unknown type', { ...external, linkType: 'magic' }, 'linkType', 'Link type is required'],
    ['no text', { ...external, text: ' ' }, 'text', 'Link text is required'],
    ['a text that is too long', { ...external, text: 'x'.repeat(251) }, 'text', 'Max. 250 characters'],
    [
      'NUL in the text',
      { ...external, text: 'a\u0000' },
      'text',
      'This text contains a character that cannot be stored',
    ],
    ['no target', { ...external, target: null }, 'target', 'Target is required'],
    ['an empty target', { ...external, target: '' }, 'target', 'Target is required'],
    ['another target', { ...external, target: '_top' }, 'target', 'Target is required'],
    ['no URL', { ...external, url: '' }, 'url', 'URL is required'],
    ['a script', { ...external, url: 'javascript:alert(1)' }, 'url', 'Enter an address that begins'],
    ['a script in capitals', { ...external, url: 'JaVaScRiPt:alert(1)' }, 'url', 'Enter an address that begins'],
    ['a script behind a space', { ...external, url: ' \tjavascript:alert(1)' }, 'url', 'Enter an address that begins'],
    ['data', { ...external, url: 'data:text/html,<script>1</script>' }, 'url', 'Enter an address that begins'],
    ['a file', { ...external, url: 'file:///etc/passwd' }, 'url', 'Enter an address that begins'],
    ['credentials', { ...external, url: 'https://user:pass@example.com/' }, 'url', 'Enter an address that begins'],
    ['a space in it', { ...external, url: 'https://example.com/a b' }, 'url', 'Enter an address that begins'],
    ['a download from nowhere', { linkType: 'download', text: 'a', target: 'auto' }, 'url', 'URL is required'],
    [
      'a download by script',
      { linkType: 'download', text: 'a', target: 'auto', url: 'javascript:1' },
      'url',
      'Enter an address',
    ],
    [
      'a download of what is gone',
      { linkType: 'download', text: 'a', target: 'auto', document: 987_654 },
      'document',
      'Document not found',
    ],
    ['nowhere inside', { linkType: 'internal', text: 'a' }, 'page', 'Choose a page'],
    ['two places inside', { linkType: 'internal', text: 'a', page: 1, url: '/a' }, 'url', 'A link leads to one place'],
    ['a page that is gone', { linkType: 'internal', text: 'a', page: 987_654 }, 'page', 'Page not found'],
    [
      'another host inside',
      { linkType: 'internal', text: 'a', url: '//evil.example/' },
      'url',
      'Enter a path of this site',
    ],
    [
      'a backslash inside',
      { linkType: 'internal', text: 'a', url: '/\\evil.example/' },
      'url',
      'Enter a path of this site',
    ],
    ['no anchor', { linkType: 'anchor', text: 'a' }, 'anchorId', 'Anchor ID is required'],
    [
      'two words for an anchor',
      { linkType: 'anchor', text: 'a', anchorId: '#a b' },
      'anchorId',
      'An anchor ID is one word',
    ],
    ['nothing at all', {}, 'target', 'Target is required'],
    ['nothing at all', {}, 'url', 'URL is required'],
  ])('says what is wrong with %s, and adds nothing', async (_, input, field, message) => {
    const before = await linkCount();
    const response = await editor.call('addLink', input);
    expect(response.status).toBe(400);
    const body = z.object({ fields: z.record(z.string(), z.array(z.string())) }).parse(await response.json());
    expect(body.fields[field]?.[0]).toContain(message);
    expect(await linkCount()).toBe(before);
  });
});
