import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { CardSlider } from './CardSlider.tsx';
import { type CardView, cardViews } from './card-views.ts';

const views: CardView[] = ['products', 'teasers', 'highlights', 'logos'];
const render = (view: CardView, count: number) =>
  markup(CardSlider, {
    id: 'm',
    view,
    label: 'Cards',
    cards: Array.from({ length: count }, (_, index) => ({ element: <p>{index}</p> })),
    t: (key: string) => key,
  });

describe('cards', () => {
  it.each(views)('of %s are a grid while all fit side by side, and slide from one more on', (view) => {
    const { wide } = cardViews[view];
    expect(render(view, wide)).toContain(`<ul class="card-grid per-view--${view}">`);
    expect(render(view, wide)).not.toContain('splide');
    expect(render(view, wide + 1).match(/class="splide__slide"/g)).toHaveLength(wide + 1);
  });

  it('are nothing when there are none', () => {
    expect(render('logos', 0)).toBe('');
  });
});

describe('the number of cards side by side', () => {
  /** The stylesheet's value for a row at a width: the last rule that matches. */
  const sheet = readFileSync(fileURLToPath(new URL('per-view.css', import.meta.url)), 'utf8');
  function inSheet(view: CardView, width: number): number {
    const blocks = [...sheet.matchAll(/(?:@media \(width >= ([\d.]+)rem\) \{([\s\S]*?)\n\}|^(\.[^{}@]*\{[^}]*\}))/gm)];
    let found = 0;
    for (const [, min, inside, plain] of blocks) {
      if (Number(min ?? 0) * 16 > width) continue;
      for (const [, selectors = '', value] of (inside ?? plain ?? '').matchAll(/([^{}]+)\{\s*--per-view: (\d+);/g)) {
        if (selectors.includes(`.per-view--${view}`)) found = Number(value);
      }
    }
    return found;
  }
  function inOptions(view: CardView, width: number): number {
    const { wide, below } = cardViews[view];
    const [narrowest] = Object.entries(below)
      .filter(([limit]) => width < Number(limit))
      .toSorted(([a], [b]) => Number(a) - Number(b));
    return narrowest ? narrowest[1] : wide;
  }

  it.each(views)('is the same for %s before and after the script', (view) => {
    for (const width of [320, 575, 576, 767, 768, 959, 960, 1199, 1200, 1920]) {
      expect(inSheet(view, width), `${width} px`).toBe(inOptions(view, width));
    }
  });

  it('is fixed for teasers, job highlights and logos', () => {
    expect([1200, 1199, 767].map((width) => inOptions('highlights', width))).toEqual([4, 3, 1]);
    expect([1400, 959, 575].map((width) => inOptions('teasers', width))).toEqual([3, 2, 1]);
    expect([1200, 1199, 959, 767].map((width) => inOptions('logos', width))).toEqual([7, 6, 5, 4]);
  });
});
