import { isAdminPath } from './admin-paths.ts';
import { isFormPath } from './forms/form-address.ts';
import { galleryPath } from './gallery-path.ts';
import { loginPathOf } from './login-paths.ts';
import { imageSizeLimit } from './new-image.ts';
import { keysOf } from './objects.ts';
import { matchRoute } from './routes.ts';
import { searchEndpoint } from './search.ts';
import { type SiteId, splitLocale } from './sites.ts';

/**
 * Which handler answers a request: one table for the Node server, Astro's request entry and tools in front of them. It
 * works on addresses only, so it runs in any JavaScript environment.
 */

type Method = 'GET' | 'HEAD' | 'POST';

/** For operators of the server, under any host name. */
type Operation = { path: string; methods: readonly Method[] };

type Endpoint = {
  /** Whether an address of a site is its own. The first endpoint of the table whose answer is yes has the request. */
  matches: (url: URL, site: SiteId) => boolean;
  methods: readonly Method[];
  /**
   * The handler: `files` are the published files, which any file server can serve, `server` is the Node server without
   * Astro, and `astro` the code bundle behind it.
   */
  by: 'files' | 'server' | 'astro';
  /**
   * Who may send a request. `staff` redirects others to the sign-in page, and so does `staff-or-developer` except in
   * development. Endpoints for everyone may still check the session or the sender, as every action does.
   */
  access: 'everyone' | 'staff' | 'staff-or-developer';
  /** How many bytes of a body are read. */
  bodyLimit: number;
};

const reading = ['GET', 'HEAD'] as const;
const read = { methods: reading, bodyLimit: 0 } as const;

const uploadPath = '/_actions/addImage';
const kilobyte = 1024;

export const operations = {
  /** Whether this process serves. */
  live: { path: '/livez', methods: reading },
  /** Health of the server and its dependencies. */
  health: { path: '/healthz', methods: reading },
  /** Rows have changed. */
  wake: { path: '/_publish/wake', methods: ['POST'] },
} as const satisfies Record<string, Operation>;

export const endpoints = {
  search: { matches: at(searchEndpoint), ...read, by: 'server', access: 'everyone' },
  /** The one action with a larger body than a form: a picture with its fields. */
  upload: {
    matches: at(uploadPath),
    methods: ['POST'],
    by: 'astro',
    access: 'everyone',
    bodyLimit: imageSizeLimit + 256 * kilobyte,
  },
  action: {
    matches: ({ pathname }) => pathname.startsWith('/_actions/'),
    methods: ['POST'],
    by: 'astro',
    access: 'everyone',
    bodyLimit: 1024 * kilobyte,
  },
  form: {
    matches: ({ pathname }) => isFormPath(pathname),
    methods: ['GET', 'HEAD', 'POST'],
    by: 'astro',
    access: 'everyone',
    bodyLimit: 256 * kilobyte,
  },
  loginSession: {
    matches: (url, site) => loginAt(url, site) === '/login/session',
    ...read,
    by: 'astro',
    access: 'everyone',
  },
  login: {
    matches: (url, site) => loginAt(url, site) !== null,
    methods: ['GET', 'HEAD', 'POST'],
    by: 'astro',
    access: 'everyone',
    bodyLimit: 16 * kilobyte,
  },
  mailbox: { matches: at('/dev/mailbox'), ...read, by: 'astro', access: 'everyone' },
  admin: { matches: ({ pathname }) => isAdminPath(pathname), ...read, by: 'astro', access: 'staff' },
  gallery: { matches: at(galleryPath), ...read, by: 'astro', access: 'staff-or-developer' },
  /** Published pictures and documents; the code bundle serves those that only drafts show. */
  media: { matches: ({ pathname }) => pathname.startsWith('/media/'), ...read, by: 'files', access: 'everyone' },
  draft: { matches: ({ searchParams }) => searchParams.get('draft') === 'true', ...read, by: 'astro', access: 'staff' },
  /** The search page with a question, as its form asks it without JavaScript. */
  searchPage: { matches: asksSearchPage, ...read, by: 'astro', access: 'everyone' },
  published: { matches: () => true, ...read, by: 'files', access: 'everyone' },
} as const satisfies Record<string, Endpoint>;

export type OperationName = keyof typeof operations;
export type EndpointName = keyof typeof endpoints;
/** The endpoints that the code bundle answers. */
export type AstroEndpointName = {
  [N in EndpointName]: (typeof endpoints)[N]['by'] extends 'astro' ? N : never;
}[EndpointName];

const operationNames = keysOf(operations);
const endpointNames = keysOf(endpoints);

/** The operation at a path; null where there is none. */
export function operationAt(pathname: string): OperationName | null {
  return operationNames.find((name) => operations[name].path === pathname) ?? null;
}

/**
 * The endpoint that a request to a site is for.
 *
 * @example
 * endpointOf(new URL('https://www.example.com/de/login'), 'main') // 'login'
 * endpointOf(new URL('https://www.example.com/de/produkte'), 'main') // 'published'
 */
export function endpointOf(url: URL, site: SiteId): EndpointName {
  return endpointNames.find((name) => endpoints[name].matches(url, site)) ?? 'published';
}

export function isAnsweredByAstro(name: EndpointName): name is AstroEndpointName {
  return endpoints[name].by === 'astro';
}

function at(path: string): Endpoint['matches'] {
  return ({ pathname }) => pathname === path;
}

function loginAt({ pathname }: URL, site: SiteId) {
  return loginPathOf(splitLocale(site, pathname)?.rest);
}

function asksSearchPage({ pathname, searchParams }: URL, site: SiteId): boolean {
  return (searchParams.has('query') || searchParams.has('q')) && matchRoute(site, pathname)?.key === 'search';
}
