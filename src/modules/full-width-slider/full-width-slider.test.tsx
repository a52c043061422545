import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { fullWidthSlider } from './schema.ts';

const slide = { title: 'Clean room', body: '', image, video: null, videoUrl: '', link: null, linkTitle: '' };
const render = (slides: object[]) =>
  markup(View, {
    id: 9,
    data: { ...layout, heading: noHeading, slides: slides.map((change) => ({ ...slide, ...change })) },
    lists: {},
    slots: {},
    context,
  });
const messagesOf = (change: object) =>
  fullWidthSlider.schema
    .safeParse({ slides: [{ title: 'T', image: 7, ...change }] })
    .error?.issues.map(({ message }) => message) ?? [];

describe('FULL_WIDTH_SLIDER', () => {
  it('shows every slide before any script runs, each with a way to pick it', () => {
    const html = render([{}, { title: 'b'.repeat(90) }]);
    expect(html).toContain('data-module-id="9" data-module-type="FULL_WIDTH_SLIDER"');
    expect(html.match(/class="splide__slide"/g)).toHaveLength(2);
    expect(html).toContain('href="#module-9-slides-slide02"');
    expect(html).toContain(`${'b'.repeat(75)}…`);
    expect(html).toContain('sizes="100vw"');
    expect(headingLevels(html)).toEqual([2, 2]);
  });

  it('needs no slider for one slide, and no box for words that are not there', () => {
    expect(render([{}])).not.toContain('splide');
    expect(render([{}])).not.toContain('full-width-slider__body');
    expect(render([{ link }])).toContain('href="/products"');
  });

  it('offers a video only from the known platform', () => {
    expect(render([{ videoUrl: 'abcdefghijk' }])).toContain('slider.watch');
    expect(messagesOf({ videoUrl: 'abcdefghij' })).toEqual([
      'Enter the address of a YouTube video, or its id of 11 characters',
    ]);
    expect(messagesOf({ videoUrl: 'https://youtu.be/abcdefghijk' })).toEqual([]);
  });

  it('takes texts up to their limits', () => {
    expect(messagesOf({ title: 'a'.repeat(100), body: '🧪'.repeat(300), linkTitle: 'a'.repeat(50) })).toEqual([]);
    expect(messagesOf({ body: '🧪'.repeat(301) })).toEqual(['Max. 300 characters']);
    expect(messagesOf({ linkTitle: 'a'.repeat(51) })).toEqual(['Max. 50 characters']);
  });
});
