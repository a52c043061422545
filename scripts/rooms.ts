/**
 * The rooms of the sources, and what each may import. The linter's rules (`oxlint.config.ts`) and the tables of
 * docs/architecture.md are made from it.
 */

/** What must not be imported although its room may be, as globs of what an import says, and why. */
type Never = { imports: readonly string[]; why: string };

export type Room = {
  /** Its folder below `src`. */
  room: string;
  /** Which of its files, where the others may import something else: globs below the folder. A later line wins. */
  files?: readonly string[];
  /** Those files in words. */
  part?: string;
  knows: string;
  why: string;
  /** Rooms, or files of rooms, e.g. `kinds/registry.ts`. */
  may: readonly string[];
  /** Rooms of which types may be imported, besides what `may` has of them. */
  types?: readonly string[];
  never?: Never;
  /** The packages of a room that imports no others, and nothing by a relative path but `beside`. */
  packages?: readonly string[];
  /** What such a room imports by a relative path: what lies below the file itself, where nothing is said. */
  beside?: readonly string[];
  /** Names of rooms that folders of this one have as well. */
  ownFolders?: readonly string[];
  /** How much of Astro it may import: nothing, where nothing is said. */
  astro?: 'actions' | 'everything';
};

const schemasOfModules = ['modules/*/schema.ts', 'modules/definitions.ts', 'modules/parse-data.ts'];
const stored = ['domain', 'schema', 'view-model', 'kinds', ...schemasOfModules];
/** What the screens of the staff, which run in the browser, are made of. */
const inBrowser = ['domain', 'schema', 'view-model', 'modules', 'ui', 'staff', 'kinds/registry.ts', 'kinds/meta.ts'];
const typesOfServer = ['kinds', 'content', 'changes', 'forms', 'server', 'actions'];
const viewsOfKinds = ['#kinds/pages.ts', '#kinds/**/*.tsx'];

export const rooms: readonly Room[] = [
  {
    room: 'domain',
    knows: 'sites, locales, the route table, vocabulary, forms, `Result`',
    why: 'The domain is pure.',
    packages: ['zod'],
    may: ['domain'],
  },
  {
    room: 'edge',
    knows: 'how visitors are answered from published files, in any JavaScript environment; the worker',
    why: 'What answers visitors at the edge runs in any JavaScript environment.',
    packages: ['zod'],
    may: ['domain'],
    beside: ['./**', '**/translation.json'],
  },
  {
    room: 'schema',
    knows: 'what fields and module types are',
    why: 'What fields and modules are is pure.',
    packages: ['zod'],
    may: ['domain'],
  },
  {
    room: 'view-model',
    knows: 'what views receive: records, frame, screens, props',
    why: 'What views receive is plain data.',
    packages: ['zod'],
    may: ['domain', 'schema', 'view-model'],
  },
  {
    room: 'ui',
    knows: 'layout, templates, primitives, tokens, words',
    why: 'What is under ui shows plain props.',
    may: ['domain', 'schema', 'view-model', 'ui'],
    ownFolders: ['forms'],
  },
  {
    room: 'modules',
    part: 'views and mounts',
    knows: 'props to markup',
    why: 'A view gets plain resolved props, and never fetches.',
    may: ['domain', 'schema', 'view-model', 'ui', 'modules'],
  },
  {
    room: 'modules',
    files: [
      '*/{schema,samples}.ts',
      '{registry,definitions,view-file,parse-data,placed,addable-types,title-module,waits-for}.ts',
    ],
    part: 'schemas and registry',
    knows: 'every module type, and their registry',
    why: 'The content reader and the server load the schemas of modules without any markup.',
    packages: ['zod'],
    may: ['domain', 'schema', 'view-model'],
    beside: ['./**', '../*/schema.ts'],
    never: {
      imports: ['./*.tsx', './**/*.tsx', './mounts.ts', './views.ts'],
      why: 'Schemas of modules know no views.',
    },
  },
  {
    room: 'kinds',
    knows: 'every kind of content: its fields, words, pages, shapes and what is made of them, and their registry',
    why: 'Kinds of content know fields and what views receive; who reads, shows and serves them imports them.',
    may: stored,
    never: {
      imports: ['./*.tsx', '../*.tsx', '../*/*.tsx', './*/*.tsx', './pages.ts', '../pages.ts', ...viewsOfKinds],
      why: 'What is read and stored of a kind knows no view: the publisher and scripts load it without any markup.',
    },
  },
  {
    room: 'kinds',
    files: ['**/*.tsx', 'pages.ts'],
    part: '`Page.tsx` and `pages.ts`',
    knows: 'the pages of records as markup',
    why: 'The page of a record gets plain resolved props, and never fetches.',
    may: ['domain', 'schema', 'view-model', 'kinds', 'ui'],
  },
  {
    room: 'kinds',
    files: ['{meta,registry,picker-texts}.ts', '*/meta.ts'],
    part: 'what they are called',
    knows: 'the names of kinds and records, and how pickers show them, for the browser',
    why: 'The browser loads what kinds are called and how pickers show them: no fields, no schemas.',
    packages: [],
    may: ['domain'],
    beside: ['./meta.ts', './groups.ts', './*/meta.ts', '../meta.ts', '../picker-texts.ts'],
  },
  {
    room: 'database',
    knows: 'SQL as text, calls of functions and errors; types of the tables',
    why: 'This is how PostgreSQL is spoken to, for whatever database.',
    packages: ['zod', 'postgres'],
    may: ['domain'],
  },
  {
    room: 'content',
    knows: 'reading and writing over supabase-js or a connection, import and export',
    why: 'Content is read and written without knowing who shows, publishes, edits or serves it.',
    may: [...stored, 'modules/placed.ts', 'modules/waits-for.ts', 'database', 'content'],
    never: { imports: viewsOfKinds, why: 'Content is read without knowing how it looks.' },
  },
  {
    room: 'changes',
    knows:
      'what is published together: read, checked, merged with what is live, made live, taken back; releases and histories',
    why: 'What changes together is known without knowing who draws, publishes or serves it.',
    may: ['domain', 'schema', 'view-model', 'kinds', ...schemasOfModules, 'database', 'content', 'changes'],
    never: { imports: viewsOfKinds, why: 'Changes are made without knowing how they look.' },
  },
  {
    room: 'forms',
    knows: 'the public form: answering, storing, telling of it; its inbox',
    why: 'The public form works without the editor, the publisher and the server: it is given mail, the log and how bodies are read.',
    may: ['domain', 'schema', 'view-model', 'kinds', 'modules', 'ui', 'database', 'content', 'forms'],
  },
  {
    room: 'publish',
    knows: 'the queue, rendering, releases, purges, receipts: its rooms are below',
    why: 'The publisher renders through a function that it is given.',
    may: ['domain', 'edge', 'schema', 'view-model', 'kinds', 'database', 'content', 'changes', 'publish'],
    never: { imports: viewsOfKinds, why: 'The publisher knows no components: it is given a function that renders.' },
  },
  {
    room: 'astro',
    knows: 'what reaches into Astro: rendering pages and islands',
    why: "What knows Astro's inside renders what it is given.",
    astro: 'everything',
    may: ['domain', 'view-model', 'ui', 'modules', 'astro'],
    types: ['publish'],
  },
  {
    room: 'server',
    knows: 'configuration, one process, and what answers requests: its rooms are below',
    why: 'The server loads no code of the browser, and does not know who calls it.',
    may: [
      'domain',
      'edge',
      'schema',
      'view-model',
      'ui',
      'modules',
      'kinds',
      'database',
      'content',
      'changes',
      'forms',
      'publish',
      'astro',
      'server',
    ],
    ownFolders: ['edge', 'publish'],
  },
  {
    room: 'actions',
    knows: 'the calls that browsers make',
    why: 'Actions call the server, the publisher and the content.',
    astro: 'actions',
    may: [
      'domain',
      'schema',
      'view-model',
      'kinds',
      'content',
      'changes',
      'forms',
      'publish',
      'astro',
      'server',
      'actions',
    ],
  },
  {
    room: 'staff',
    knows: 'browser code: what every screen of the staff is made of',
    why: 'What the screens of the staff are made of runs in the browser and knows no screen.',
    may: inBrowser,
    types: typesOfServer,
  },
  {
    room: 'page-builder',
    knows: "browser code: the draft's editor",
    why: 'The page builder runs in the browser.',
    may: [...inBrowser, 'page-builder'],
    types: typesOfServer,
  },
  {
    room: 'admin',
    knows: 'browser code: the administration',
    why: 'The administration runs in the browser, and loads nothing of the page builder but its mount: what both are made of is in src/staff.',
    may: [...inBrowser, 'kinds/groups.ts', 'page-builder/Chrome.tsx', 'admin'],
    types: typesOfServer,
    ownFolders: ['forms'],
  },
  {
    room: 'pages',
    knows: 'thin entries: one file for each address that Astro answers',
    why: 'Pages are thin: they load mounts of the page builder and the administration, and no other part of them.',
    astro: 'everything',
    may: [
      'domain',
      'edge',
      'schema',
      'view-model',
      'ui',
      'modules',
      'kinds',
      'content',
      'forms',
      'publish',
      'astro',
      'server',
      'actions',
      'page-builder/ToolbarBootstrap.astro',
      'page-builder/release/ReleaseBar.astro',
      'page-builder/release/shared-script.ts',
      'admin/EditorMount.astro',
      'admin/AdminMount.astro',
    ],
  },
  {
    room: 'embedded',
    knows: 'a Supabase in one process',
    why: 'The embedded Supabase knows nothing of what uses it.',
    may: ['domain', 'database', 'embedded'],
  },
];

/** A folder of a room, or `*`: the files that are in none. */
export type InnerRoom = {
  room: string;
  knows: string;
  why: string;
  /** Folders of the same room, `*`, or files that are in no folder. */
  may: readonly string[];
};

/** The rooms within a room, lowest first: what such a room imports from outside of the large one is said above. */
export const innerRooms: Readonly<Record<string, readonly InnerRoom[]>> = {
  publish: [
    {
      room: '*',
      knows: 'outputs, hashes, the log, traces, pauses: what all of them share',
      why: 'What all rooms of the publisher share knows none of them.',
      may: [],
    },
    {
      room: 'targets',
      knows: 'where builds are: directories and buckets, staging and switching',
      why: 'Files are put live without knowing what is in them.',
      may: ['*'],
    },
    {
      room: 'purge',
      knows: 'telling the cache in front, and seeing pages as visitors do',
      why: 'A purge knows addresses, not how their files came to be.',
      may: ['*'],
    },
    {
      room: 'archive',
      knows: 'the files of the past: which, how large, and reading them',
      why: 'The archive reads what the targets keep.',
      may: ['*', 'targets'],
    },
    {
      room: 'draw',
      knows: 'outputs to files, in batches and threads; sitemaps and feeds',
      why: 'Drawing answers with files, whoever wants them: a claim, a plan or a build.',
      may: ['*', 'targets'],
    },
    {
      room: 'plan',
      knows: 'what would be published, drawn and compared with what is live',
      why: 'A plan draws and compares, and puts nothing live.',
      may: ['*', 'draw'],
    },
    {
      room: 'commit',
      knows: 'batches of files with their media and receipts, put live once each',
      why: 'A commit does not know why its outputs were drawn.',
      may: ['*', 'targets', 'draw'],
    },
    {
      room: 'queue',
      knows: 'claims, leases and runs; releases at their moment; faults and what was missed',
      why: 'The queue publishes what has changed, and does not know full builds and upkeep.',
      may: ['*', 'targets', 'purge', 'draw', 'plan', 'commit'],
    },
    {
      room: 'build',
      knows: 'a whole site into a new directory',
      why: 'A build draws and commits by itself, without the queue.',
      may: ['*', 'targets', 'draw', 'commit'],
    },
    {
      room: 'upkeep',
      knows: 'what is past its retention, in a process beside the publisher',
      why: 'Upkeep tidies what the others leave, and publishes nothing.',
      may: ['*', 'targets', 'archive', 'queue'],
    },
  ],
  server: [
    {
      room: 'http',
      knows: 'reading requests, writing answers, files',
      why: 'Reading requests and writing answers: it knows no configuration, nobody who asks, and nothing of what is answered.',
      may: [],
    },
    {
      room: '*',
      knows: 'the configuration, and what a process holds',
      why: 'The configuration and what a process holds know http and mail, and not who uses them.',
      may: ['http', 'mail', 'monitoring', 'threads'],
    },
    {
      room: 'mail',
      knows: 'sending mail',
      why: 'Mail is sent by the configuration alone.',
      may: ['http', 'config.ts'],
    },
    {
      room: 'threads',
      knows: 'threads that draw and build',
      why: 'A thread is told what it needs when it begins.',
      may: ['service-database.ts'],
    },
    {
      room: 'monitoring',
      knows: 'health, metrics, traces and alarms',
      why: 'Monitoring watches a process, without knowing who asks.',
      may: ['http', '*', 'mail'],
    },
    {
      room: 'auth',
      knows: 'who asks',
      why: 'Who asks is found out without knowing for what: routes, above it, put the two together.',
      may: ['http', '*', 'mail'],
    },
    {
      room: 'archive',
      knows: 'pages as they were',
      why: 'Pages of the past are shown to who may see them, without the editor.',
      may: ['http', '*', 'auth'],
    },
    {
      room: 'publish',
      knows: 'building, publishing and rolling back',
      why: 'Sites are built and published without knowing who asks.',
      may: ['http', '*', 'mail', 'threads', 'archive'],
    },
    {
      room: 'editor',
      knows: 'what the editor asks for',
      why: 'What the editor asks for is answered without knowing how requests get here.',
      may: ['http', '*', 'mail', 'auth'],
    },
    {
      room: 'routes',
      knows: 'which request is answered by what',
      why: 'Routes put together what answers, and know no server of another kind.',
      may: ['http', '*', 'mail', 'monitoring', 'auth', 'archive', 'publish', 'editor'],
    },
    {
      room: 'edge',
      knows: 'a server of its own, without a database (`npm run edge`)',
      why: 'A server of its own, without a database: it knows http and the log, and nothing of the Node server.',
      may: ['http', 'log.ts'],
    },
  ],
};

/** A list in words: `a`, `a and b`, `a, b and c`. */
export function joinNames(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
