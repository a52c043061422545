import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { maximumMessage, requiredMessage } from '#schema/fields.ts';
import { context, headingLevels, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { videoGroup } from './schema.ts';

const video = {
  title: 'A film',
  body: '',
  image: null,
  video: null,
  videoUrl: 'abcdefghijk',
  link: null,
  linkTitle: '',
};
const render = (videos: object[]) =>
  markup(View, {
    id: 5,
    data: {
      ...layout,
      heading: { ...noHeading, title: 'Films' },
      videos: videos.map((change) => ({ ...video, ...change })),
    },
    lists: {},
    slots: {},
    context,
  });
const messagesOf = (...changes: object[]) =>
  videoGroup.schema
    .safeParse({ videos: changes.map((change) => ({ title: 'T', ...change })) })
    .error?.issues.map(({ message }) => message) ?? [];

describe('VIDEO_GROUP', () => {
  it('loads nothing from the platform, and says when it will', () => {
    const html = render([{ image }, {}]);
    expect(html).toContain('data-module-id="5" data-module-type="VIDEO_GROUP"');
    expect(html).not.toContain('<iframe');
    expect(html).not.toContain('youtube-nocookie');
    expect(html).toContain('href="https://www.youtube.com/watch?v=abcdefghijk"');
    expect(html).toContain('video.notice');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
  });

  it('plays a video of the library, with its picture unless the item has one', () => {
    const chosen = { id: 3, title: 'T', videoUrl: 'https://www.youtube.com/watch?v=lmnopqrstuv', image };
    const html = render([{ video: chosen, videoUrl: '' }]);
    expect(html).toContain('href="https://www.youtube.com/watch?v=lmnopqrstuv"');
    expect(html).toContain('<img');
    expect(render([{ video: chosen, image: { ...image, url: '/media/own.webp' } }])).toContain('/media/own');
    expect(render([{ video: chosen }])).not.toContain('abcdefghijk');
  });

  it('shows a picture without a video as a picture', () => {
    const html = render([{ image, videoUrl: '' }]);
    expect(html).toContain('alt="A sensor on a board"');
    expect(html).not.toContain('<a ');
    expect(html).not.toContain('video.notice');
  });

  it('folds a long text, and only a long one', () => {
    expect(render([{ body: 'a'.repeat(121) }])).toContain('text.more');
    expect(render([{ body: 'a'.repeat(120) }])).not.toContain('text.more');
  });

  it('leads on where there is a link', () => {
    expect(render([{ link, linkTitle: 'See' }])).toContain('<span>See</span>');
  });

  it('takes three videos of YouTube with texts up to their limits', () => {
    expect(messagesOf({ title: '🧪'.repeat(100), linkTitle: 'a'.repeat(50) }, {}, {})).toEqual([]);
    expect(messagesOf({}, {}, {}, {})).toEqual([maximumMessage(3)]);
    expect(messagesOf({ title: '🧪'.repeat(101) })).toEqual(['Max. 100 characters']);
    expect(messagesOf({ title: '' })).toEqual([requiredMessage]);
    expect(messagesOf({ linkTitle: 'a'.repeat(51) })).toEqual(['Max. 50 characters']);
    expect(messagesOf({ videoUrl: 'https://example.org/abcdefghijk' })).toEqual([
      'Enter the address of a YouTube video, or its id of 11 characters',
    ]);
    expect(messagesOf({ videoUrl: 'abcdefghijkl' })).toEqual([
      'Enter the address of a YouTube video, or its id of 11 characters',
    ]);
  });
});
