import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const slide = {
  title: 'Place it well',
  body: 'Where air moves',
  image,
  video: null,
  videoUrl: '',
  link: null,
  linkTitle: '',
};
const props = (slides: (typeof slide | object)[]) => ({
  id: 9,
  data: {
    ...layout,
    heading: { ...noHeading, title: 'Guides' },
    slides: slides.map((change) => ({ ...slide, ...change })),
  },
  lists: {},
  slots: {},
  context,
});

describe('SLIDER', () => {
  it('shows every slide before any script runs, without style attributes', () => {
    const html = markup(View, props([{}, { title: 'Second' }, {}]));
    expect(html).toContain('data-module-id="9" data-module-type="SLIDER"');
    expect(html.match(/class="splide__slide"/g)).toHaveLength(3);
    expect(headingLevels(html)).toEqual([2, 3, 3, 3]);
    expect(html).not.toContain('style=');
  });

  it('links each title to its slide', () => {
    const html = markup(View, props([{}, { title: 'Second' }]));
    expect(html).toContain('id="module-9-slides-slide02"');
    expect(html).toContain('href="#module-9-slides-slide02"');
  });

  it('needs no carousel for one slide', () => {
    const html = markup(View, props([{ link }]));
    expect(html).not.toContain('splide');
    expect(html).toContain('href="/products"');
  });

  it('offers a video only from the known platform', () => {
    expect(markup(View, props([{ videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk' }]))).toContain(
      'slider.watch',
    );
    const chosen = { id: 3, title: 'T', videoUrl: 'https://www.youtube.com/watch?v=lmnopqrstuv', image: null };
    expect(markup(View, props([{ video: chosen }]))).toContain('v=lmnopqrstuv');
    expect(markup(View, props([{ videoUrl: 'javascript:alert(1)//youtu.be/' }]))).not.toContain('slider.watch');
  });
});
