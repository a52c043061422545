import { parse, stringify } from 'devalue';
import { type ReactElement, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import type { IslandElement, Slot } from '#ui/islands/Island.tsx';
import { markupOnce } from '#ui/markup.ts';
import { unescapeHtml } from './read-islands.ts';

/** An island that Astro is to render: its component by name, its properties, and the markup of its slots. */
export type PlacedIsland = z.output<typeof placedIsland>;

const placedIsland = z.object({
  name: z.string(),
  props: z.record(z.string(), z.unknown()),
  slots: z.record(z.string(), z.string()),
});

/** An element that marks where Astro is to render an island in markup that React makes. */
export function islandPlace({ name, props, withSlots }: IslandElement): ReactElement {
  const slots: Record<string, string> = {};
  withSlots((slot, shown) => {
    slots[slot] = slotMarkup(shown);
    return null;
  });
  return createElement('island-place', { 'data-island': stringify({ name, props, slots }) });
}

function slotMarkup({ element, once }: Slot): string {
  return once ? markupOnce(once.record, once.variant, () => element) : renderToStaticMarkup(element);
}

/** Markup split into text and islands, in order. A slot's markup may contain placeholders again. */
export function splitAtIslands(html: string): (string | PlacedIsland)[] {
  return html
    .split(/<island-place data-island="([^"]*)"><\/island-place>/)
    .map((part, index) => (index % 2 === 0 ? part : placedIsland.parse(parse(unescapeHtml(part)))));
}
