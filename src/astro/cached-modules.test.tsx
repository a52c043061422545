import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { learnIslands, withIslands } from './write-island.ts';
import { MarkupCache } from './markup-cache.ts';
import { markup } from '#ui/markup.ts';
import { cachedModules } from './cached-modules.ts';
import { Modules } from '#modules/Modules.tsx';
import type { PlacedModule } from '#modules/placed.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import { context, layout, noHeading, product, richText } from '#view-model/view-fixtures.ts';

const products = (id: number, shown: readonly ProductCard[]): PlacedModule => ({
  id,
  type: 'PRODUCT_SLIDER',
  data: { ...layout, heading: noHeading, source: 'manual', products: shown, series: null, category: null },
  lists: {},
  children: {},
  fallback: false,
});
const text = (id: number, body: string): PlacedModule => ({
  id,
  type: 'TEXT_BLOCK',
  data: { ...layout, heading: noHeading, body: richText(body) },
  lists: {},
  children: {},
  fallback: false,
});
const drawn = (modules: readonly PlacedModule[], ofPage = context) => markup(Modules, { modules, context: ofPage });

/** A context that counts how often words of the interface are asked for, which every empty product slider does. */
function counting() {
  const asked = { times: 0 };
  return { asked, context: { ...context, t: (key: string) => ((asked.times += 1), key) } };
}

// Later files of this worker know no islands.
afterAll(() => vi.resetModules());

learnIslands(
  '<script>dispatchEvent(new Event("astro:visible"))</script><script>define("astro-island")</script><astro-island component-url="/a.js" component-export="CardRow" renderer-url="/b.js" props="{}" client="visible"></astro-island>',
);

describe('cached modules', () => {
  it('equal modules that are rendered without a cache', () => {
    const cache = new MarkupCache();
    const module = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.string({ unit: 'grapheme' })).map(([id, body]) => text(id, body)),
      fc
        .tuple(fc.integer({ min: 1, max: 3 }), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }))
        .map(([id, shown]) =>
          products(
            id,
            [...new Set(shown)].map((each) => product(each)),
          ),
        ),
    );
    const locale = fc.constantFrom('en' as const, 'de' as const, 'jp' as const);
    fc.assert(
      fc.property(
        fc.array(module, { maxLength: 4 }),
        locale,
        fc.constantFrom(null, 1, 2),
        (modules, own, titleModule) => {
          const ofPage = { ...context, locale: own, titleModule };
          expect(cachedModules(cache, modules, ofPage)).toBe(drawn(modules, ofPage));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are rendered once until their data changes', () => {
    const cache = new MarkupCache();
    const { asked, context: counted } = counting();
    const page = [products(1, []), products(2, [])];
    cachedModules(cache, page, counted);
    const once = asked.times;
    expect(once).toBeGreaterThan(0);
    cachedModules(
      cache,
      page.map((module) => structuredClone(module)),
      counted,
    );
    expect(asked.times).toBe(once);
    cachedModules(cache, [products(1, []), { ...products(2, []), fallback: true }], counted);
    expect(asked.times).toBe(once * 1.5);
  });

  it('are cached by site and locale', () => {
    const cache = new MarkupCache();
    const page = [products(1, [product(1)])];
    const german = { ...context, locale: 'de' as const, t: (key: string) => `de ${key}` };
    cachedModules(cache, page, context);
    expect(cachedModules(cache, page, german)).toBe(drawn(page, german));
    expect(cachedModules(cache, page, context)).toBe(drawn(page));
  });

  it('bring what their islands need each time', () => {
    const cache = new MarkupCache();
    const page = [
      products(
        1,
        [1, 2, 3, 4, 5, 6].map((id) => product(id)),
      ),
    ];
    const expected = withIslands(() => drawn(page));
    expect(expected.html).toContain('astro:visible');
    expect(withIslands(() => cachedModules(cache, page, context))).toEqual(expected);
    expect(withIslands(() => cachedModules(cache, page, context))).toEqual(expected);
  });
});
