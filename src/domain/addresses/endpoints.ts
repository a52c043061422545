import type { EndpointName } from './find-endpoint.ts';
import { getKeys } from '#domain/objects.ts';
import { imageSizeLimit, singleUploadLimit } from '#domain/media/upload-limits.ts';

/**
 * Which handler answers a request: one table for the Node server, Astro's request entry and tools in front of them.
 * `find-endpoint.ts` has the addresses, with `places.ts`. All run in any JavaScript environment.
 */

type Method = 'GET' | 'HEAD' | 'POST';

/** For operators of the server, under any host name. */
type Operation = { path: string; methods: readonly Method[] };

type Endpoint = {
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

const kilobyte = 1024;

export const operations = {
  /** Whether this process serves. */
  live: { path: '/livez', methods: reading },
  /** Health of the server and its dependencies. */
  health: { path: '/healthz', methods: reading },
  /** What Prometheus reads. */
  metrics: { path: '/metrics', methods: reading },
  /** Rows have changed. */
  wake: { path: '/_publish/wake', methods: ['POST'] },
  /** A probe elsewhere says what it has read, and asks what to look at. */
  probe: { path: '/_publish/probe', methods: ['POST'] },
} as const satisfies Record<string, Operation>;

export const endpoints = {
  search: { ...read, by: 'server', access: 'everyone' },
  upload: { methods: ['POST'], by: 'astro', access: 'everyone', bodyLimit: imageSizeLimit + 256 * kilobyte },
  mediumUpload: { methods: ['POST'], by: 'astro', access: 'everyone', bodyLimit: singleUploadLimit + 256 * kilobyte },
  sheet: { methods: ['POST'], by: 'astro', access: 'everyone', bodyLimit: 15 * 1024 * kilobyte },
  action: { methods: ['POST'], by: 'astro', access: 'everyone', bodyLimit: 1024 * kilobyte },
  form: { methods: ['GET', 'HEAD', 'POST'], by: 'astro', access: 'everyone', bodyLimit: 256 * kilobyte },
  loginSession: { ...read, by: 'astro', access: 'everyone' },
  login: { methods: ['GET', 'HEAD', 'POST'], by: 'astro', access: 'everyone', bodyLimit: 16 * kilobyte },
  mailbox: { ...read, by: 'astro', access: 'everyone' },
  /** Opens the link by which a release is seen without an account. */
  shared: { methods: ['GET', 'HEAD', 'POST'], by: 'astro', access: 'everyone', bodyLimit: 4 * kilobyte },
  admin: { ...read, by: 'astro', access: 'staff' },
  gallery: { ...read, by: 'astro', access: 'staff-or-developer' },
  media: { ...read, by: 'files', access: 'everyone' },
  /** For staff, and for whoever has opened such a link. */
  release: { ...read, by: 'astro', access: 'everyone' },
  draft: { ...read, by: 'astro', access: 'staff' },
  archive: { ...read, by: 'server', access: 'staff' },
  searchPage: { ...read, by: 'astro', access: 'everyone' },
  published: { ...read, by: 'files', access: 'everyone' },
} as const satisfies Record<EndpointName, Endpoint>;

/** The largest body of all, in bytes: what stands in front has to let it through. */
export const largestBody = Math.max(...Object.values(endpoints).map(({ bodyLimit }) => bodyLimit));

export type OperationName = keyof typeof operations;
/** The endpoints that the code bundle answers. */
export type AstroEndpointName = {
  [N in EndpointName]: (typeof endpoints)[N]['by'] extends 'astro' ? N : never;
}[EndpointName];

const operationNames = getKeys(operations);

/** The operation at a path; null where there is none. */
export function operationAt(pathname: string): OperationName | null {
  return operationNames.find((name) => operations[name].path === pathname) ?? null;
}

export function isAnsweredByAstro(name: EndpointName): name is AstroEndpointName {
  return endpoints[name].by === 'astro';
}
