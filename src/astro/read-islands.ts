import { ownValue } from '#domain/objects.ts';

/** What Astro writes for an island, apart from its content: where its code is, and when it is hydrated. */
type IslandSource = Readonly<Record<string, string>>;

export type IslandSources = {
  /** Astro's client script, which a page with islands carries once, and the style of its element. */
  runtime: string;
  /** By directive (`visible`, `idle`, …): the script that says when an island with it is hydrated. */
  directives: ReadonlyMap<string, string>;
  /** By the name of the component. */
  islands: ReadonlyMap<string, IslandSource>;
  /** Unexpected markup; the islands concerned are left out of `islands`. */
  problems: readonly string[];
};

/** Attributes that differ by island, and those that Astro adds in development. */
const own = new Set(['uid', 'prefix', 'props', 'ssr', 'await-children', 'server-render-time']);
/** Attributes that are the same at every use of an island. */
const shared = new Set(['component-url', 'component-export', 'renderer-url', 'client', 'opts', 'before-hydration-url']);
const required = ['component-url', 'component-export', 'renderer-url', 'client'];

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

export function unescapeHtml(text: string): string {
  return text.replace(/&(?:quot|#34|#39|#x27|lt|gt|amp);/g, (entity) => ownValue(entities, entity) ?? entity);
}

/** The scripts and styles in markup, as they are. */
export function scriptsIn(markup: string): string[] {
  return [...markup.matchAll(/<(style|script)\b[^>]*>.*?<\/\1>/gs)].map(([element]) => element);
}

/**
 * Reads Astro's markup for each island from a sample of all of them (`Islands.astro`). Anything unknown is a problem:
 * this code writes an island only if it understands every part of Astro's markup for it.
 */
export function readIslands(sample: string): IslandSources {
  const problems: string[] = [];
  const read = new Map<string, IslandSource>();
  for (const [element, text = ''] of sample.matchAll(/<astro-island([^>]*)>.*?(?:<\/astro-island>|$)/gs)) {
    const { source, problem } = readIsland(element, text);
    if (problem === null) read.set(source['component-export'] ?? '', source);
    else problems.push(problem);
  }
  const kinds = new Set([...read.values()].map(({ client = '' }) => client));
  const directives = new Map<string, string>();
  let runtime = '';
  for (const element of scriptsIn(sample)) {
    // A directive's script says that it is there, for the islands that wait for it.
    const directive = [...kinds].find((kind) => element.includes(`Event("astro:${kind}")`));
    if (directive === undefined) runtime += element;
    else directives.set(directive, element);
  }
  if (read.size === 0 && problems.length === 0) problems.push('writes no <astro-island> element');
  const hasRuntime = /<script>.*astro-island/s.test(runtime);
  if (/<(?:style|script) /.test(sample)) problems.push('writes scripts in another way');
  else if (read.size > 0 && !hasRuntime) problems.push('has no client script for islands');
  const islands = new Map(
    [...read].filter(([name, { client = '' }]) => {
      if (directives.has(client)) return hasRuntime;
      problems.push(`has no script for client:${client} of ${name}`);
      return false;
    }),
  );
  return { runtime, directives, islands, problems };
}

function readIsland(element: string, text: string): { source: IslandSource; problem: string | null } {
  const all: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) all[name] = unescapeHtml(value);
  const source = Object.fromEntries(Object.entries(all).filter(([name]) => shared.has(name)));
  const name = all['component-export'] ?? 'an island';
  const missing = required.find((attribute) => !ownValue(all, attribute));
  const unknown = Object.keys(all).find((attribute) => !own.has(attribute) && !shared.has(attribute));
  const problem = missing
    ? `writes no ${missing} for ${name}`
    : unknown
      ? `writes an attribute ${unknown} for ${name}`
      : !isKnownForm(all['props'])
        ? `writes the properties of ${name} in another form`
        : 'await-children' in all && !element.endsWith('<!--astro:end--></astro-island>')
          ? `marks the end of ${name} in another way`
          : null;
  return { source, problem };
}

/** Whether Astro's text of an island's properties is in the form that `serializeProps` writes. */
function isKnownForm(text = ''): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Object.values(value).every(isKnownValue);
  } catch {
    return false;
  }
}

function isKnownValue(entry: unknown): boolean {
  if (!Array.isArray(entry) || entry.length > 2) return false;
  const [kind, value]: unknown[] = entry;
  if (kind === 1) return Array.isArray(value) && value.every(isKnownValue);
  if (kind !== 0 || Array.isArray(value)) return false;
  return !isObject(value) || Object.values(value).every(isKnownValue);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
