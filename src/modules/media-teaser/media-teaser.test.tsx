import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { requiredMessage } from '#schema/fields.ts';
import { context, headingLevels, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { mediaTeaser } from './schema.ts';

const teaser = { tag: '', title: 'Guide', body: '', image, link: null, linkTitle: '' };
const render = (teasers: object[]) =>
  markup(View, {
    id: 4,
    data: {
      ...layout,
      heading: { ...noHeading, title: 'Read' },
      teasers: teasers.map((change) => ({ ...teaser, ...change })),
    },
    lists: {},
    slots: {},
    context,
  });
const messagesOf = (change: object) =>
  mediaTeaser.schema
    .safeParse({ teasers: [{ title: 'T', image: 7, ...change }] })
    .error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? [];

describe('MEDIA_TEASER', () => {
  it('is a grid up to three teasers, and slides from four on', () => {
    expect(render([{}, {}, {}])).toContain('card-grid per-view--teasers');
    expect(render([{}, {}, {}, {}]).match(/class="splide__slide"/g)).toHaveLength(4);
  });

  it('sets a single one next to its picture, which is larger there', () => {
    expect(render([{}])).toMatch(/lone-card.*sizes="\(min-width: 1400px\) 624px/s);
    expect(render([{}, {}])).not.toMatch(/lone-card|624px/);
  });

  it('names the module, with titles below its own', () => {
    const html = render([{}, {}]);
    expect(html).toContain('data-module-id="4" data-module-type="MEDIA_TEASER"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
  });

  it('leaves out empty fields, and links to more where there is a link', () => {
    for (const part of ['<a ', 'class="tag"', 'media-teaser__body']) expect(render([{}])).not.toContain(part);
    expect(render([{ link, linkTitle: 'See' }])).toContain('<span>See</span>');
  });

  it('takes texts up to their limits', () => {
    const longest = {
      tag: 'a'.repeat(120),
      title: '🧪'.repeat(100),
      body: 'e\u0301'.repeat(150),
      linkTitle: 'a'.repeat(100),
    };
    expect(messagesOf(longest)).toEqual([]);
    expect(messagesOf({ tag: 'a'.repeat(121) })).toEqual([['tag', 'Max. 120 characters']]);
    expect(messagesOf({ title: '🧪'.repeat(101) })).toEqual([['title', 'Max. 100 characters']]);
    expect(messagesOf({ body: 'e\u0301'.repeat(151) })).toEqual([['body', 'Max. 150 characters']]);
    expect(messagesOf({ linkTitle: 'a'.repeat(101) })).toEqual([['linkTitle', 'Max. 100 characters']]);
  });

  it('needs a title, a picture, and one teaser', () => {
    expect(messagesOf({ title: ' ' })).toEqual([['title', requiredMessage]]);
    expect(messagesOf({ image: undefined })).toEqual([['image', requiredMessage]]);
    expect(mediaTeaser.schema.safeParse({}).error?.issues[0]?.message).toBe(requiredMessage);
  });
});
