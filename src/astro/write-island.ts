import { type ReactElement, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { markupOnce } from '#ui/markup.ts';
import { type IslandElement, type Slot, writeIslandsWith } from '#ui/islands/Island.tsx';

/** What Astro writes for an island, apart from its content: where its code is, and when it is taken over. */
type IslandSource = Readonly<Record<string, string>>;

type Sources = {
  /** Astro's client script, which a page with islands carries once, and the style of its element. */
  runtime: string;
  /** By directive (`visible`, `idle`, …): the script that says when an island with it is taken over. */
  directives: ReadonlyMap<string, string>;
  islands: ReadonlyMap<string, IslandSource>;
};

let sources: Sources | null = null;

/** Attributes that each island has of its own. */
const own = new Set(['uid', 'prefix', 'props', 'ssr', 'await-children']);
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/**
 * Reads what Astro writes for each island from a sample of all of them (`Islands.astro`). Astro itself would write every
 * island of every page anew, which takes as long as all other modules together, and would name it by a hash that the path
 * of the checkout goes into.
 */
export function learnIslands(sample: string): void {
  const islands = new Map<string, IslandSource>();
  for (const [, text = ''] of sample.matchAll(/<astro-island([^>]*)>/g)) {
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
      if (!own.has(name))
        attributes[name] = value.replace(/&(?:quot|#34|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
    }
    islands.set(attributes['component-export'] ?? '', attributes);
  }
  const kinds = [...islands.values()].map(({ client = '' }) => client);
  const directives = new Map<string, string>();
  let runtime = '';
  for (const [element] of sample.matchAll(/<(style|script)>.*?<\/\1>/gs)) {
    // A directive's script says that it is there, for the islands that wait for it.
    const directive = kinds.find((kind) => element.includes(`Event("astro:${kind}")`));
    if (directive === undefined) runtime += element;
    else directives.set(directive, element);
  }
  sources = { runtime, directives, islands };
}

export function knowsIslands(): boolean {
  return sources !== null;
}

let used = new Set<string>();

/** Markup, and the directives of the islands in it. */
export type DrawnIslands = { content: string; directives: readonly string[] };

export function drawIslands(make: () => string): DrawnIslands {
  const outer = used;
  used = new Set();
  try {
    const content = make();
    return { content, directives: [...used] };
  } finally {
    used = outer;
  }
}

/** Puts what was drawn before among what is being drawn now. */
export function placeIslands({ content, directives }: DrawnIslands): string {
  for (const directive of directives) used.add(directive);
  return content;
}

/** The markup that `make` answers with, after what Astro's client needs for the islands in it. */
export function withIslands(make: () => string): string {
  const { content, directives } = drawIslands(make);
  if (!sources || directives.length === 0) return content;
  // In the order of the sample, whichever island comes first.
  const scripts = [...sources.directives].flatMap(([directive, script]) =>
    directives.includes(directive) ? [script] : [],
  );
  return `${scripts.join('')}${sources.runtime}${content}`;
}

/** The value as Astro's client script reads it: each with its kind, an array (1) or anything else that is JSON (0). */
function serialize(value: unknown): unknown {
  if (Array.isArray(value)) return [1, value.map(serialize)];
  if (typeof value !== 'object' || value === null) return [0, value];
  return [0, serializeEach(value)];
}

function serializeEach(values: object): Record<string, unknown> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, serialize(value)]));
}

function slotElement(name: string, { element, once }: Slot): ReactElement {
  const attributes = { name, suppressHydrationWarning: true };
  if (!once) return createElement('astro-slot', attributes, element);
  const __html = markupOnce(once.record, once.variant, () => element);
  return createElement('astro-slot', { ...attributes, dangerouslySetInnerHTML: { __html } });
}

function writeIsland({ name, id, props, withSlots }: IslandElement): ReactElement {
  const source = sources?.islands.get(name);
  if (!source) throw new Error(`The island ${name} is not listed in Islands.astro`);
  used.add(source['client'] ?? '');
  const prefix = `${id}-`;
  const content = renderToString(withSlots(slotElement), { identifierPrefix: prefix });
  return createElement('astro-island', {
    uid: id,
    prefix,
    ...source,
    props: JSON.stringify(serializeEach(props)),
    ssr: '',
    'await-children': '',
    // Its end is marked, so that the browser does not begin before all of it has arrived.
    dangerouslySetInnerHTML: { __html: `${content}<!--astro:end-->` },
  });
}

writeIslandsWith(writeIsland);
