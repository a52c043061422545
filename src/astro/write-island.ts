import { isMainThread } from 'node:worker_threads';
import { type ReactElement, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { drawIslands, noteIsland } from './drawn-islands.ts';
import { type IslandElement, type Slot, writeIslandsWith } from '#ui/islands/Island.tsx';
import { markupOnce } from '#ui/markup.ts';
import { islandPlace } from './island-places.ts';
import { type IslandSources, readIslands, scriptsIn } from './read-islands.ts';
import { ownWay } from './short-lived-slots.ts';

let sources: IslandSources | null = null;
let isByAstro = false;

/** Noted among the islands of markup in which Astro is to render one. */
const leftToAstro = 'left to Astro';

/**
 * Takes Astro's markup for each island from a sample of all of them (`Islands.astro`). Astro itself would render every
 * island of every page, which takes as long as all other modules together, and its names contain a hash that depends on
 * the path of the checkout. An island whose sample is not understood is rendered by Astro.
 */
export function learnIslands(sample: string): void {
  sources = readIslands(sample);
  const [problem] = sources.problems;
  if (problem !== undefined && isMainThread) console.warn(ownWay(problem));
}

export function knowsIslands(): boolean {
  return sources !== null;
}

type Options = {
  /** Leave every island to Astro. */
  byAstro: boolean;
  /** The sample, if this page is the one that rendered it: Astro then writes the scripts of islands no second time. */
  sample: string | null;
};

/**
 * The markup that `make` answers with, after what Astro's client needs for the islands in it. Where Astro is to render an
 * island, the markup has a place for it (`island-places.ts`).
 */
export function withIslands(
  make: () => string,
  { byAstro = false, sample = null }: Partial<Options> = {},
): { html: string; hasPlaces: boolean } {
  isByAstro = byAstro;
  try {
    const { content, islands } = drawIslands(make);
    return { html: `${writeScripts(islands, sample)}${content}`, hasPlaces: islands.includes(leftToAstro) };
  } finally {
    isByAstro = false;
  }
}

function writeScripts(names: readonly string[], sample: string | null): string {
  if (!sources || isByAstro || names.length === 0) return '';
  const { islands, directives, runtime } = sources;
  if (sample !== null && names.includes(leftToAstro)) return scriptsIn(sample).join('');
  const kinds = names.map((name) => islands.get(name)?.['client']);
  // In the order of the sample.
  const scripts = [...directives].flatMap(([kind, script]) => (kinds.includes(kind) ? [script] : []));
  return scripts.length === 0 ? '' : `${scripts.join('')}${runtime}`;
}

/**
 * An island's properties as Astro's client script reads them: each with its kind, an array (1) or anything else that is JSON
 * (0). Null for values that are not JSON, which have other kinds.
 */
export function serializeProps(props: object): string | null {
  try {
    return JSON.stringify(serializeEach(props));
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
}

class NotJson extends Error {}

function serialize(value: unknown): unknown {
  if (Array.isArray(value)) return [1, value.map(serialize)];
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return [0, value];
  if (typeof value === 'number' && Number.isFinite(value)) return [0, value];
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) return [0, serializeEach(value)];
  throw new NotJson();
}

function serializeEach(values: object): Record<string, unknown> {
  const serialized: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) serialized[name] = serialize(value);
  return serialized;
}

function slotElement(name: string, { element, once }: Slot): ReactElement {
  const attributes = { name, suppressHydrationWarning: true };
  if (!once) return createElement('astro-slot', attributes, element);
  const __html = markupOnce(once.record, once.variant, () => element);
  return createElement('astro-slot', { ...attributes, dangerouslySetInnerHTML: { __html } });
}

function writeIsland(island: IslandElement): ReactElement {
  const { name, id, props, withSlots } = island;
  noteIsland(name);
  if (isByAstro) return leave(island);
  const source = sources?.islands.get(name);
  if (!source && sources?.problems.length === 0) throw new Error(`The island ${name} is not listed in Islands.astro`);
  const serialized = serializeProps(props);
  if (!source || serialized === null) return leave(island);
  const prefix = `${id}-`;
  const content = renderToString(withSlots(slotElement), { identifierPrefix: prefix });
  return createElement('astro-island', {
    uid: id,
    prefix,
    ...source,
    props: serialized,
    ssr: '',
    'await-children': '',
    // Its end is marked, so that the browser does not begin before all of it has arrived.
    dangerouslySetInnerHTML: { __html: `${content}<!--astro:end-->` },
  });
}

function leave(island: IslandElement): ReactElement {
  noteIsland(leftToAstro);
  return islandPlace(island);
}

writeIslandsWith(writeIsland);
