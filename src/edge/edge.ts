import { findEndpoint } from '#domain/addresses/find-endpoint.ts';
import { endpoints, operationAt } from '#domain/addresses/endpoints.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { answerPublished, answerPublishedMedia } from './answer-published.ts';
import { text } from './answers.ts';
import { problemOfAddress } from './check-address.ts';
import { plainMediaAnswer } from './media-host.ts';
import { noRedirects } from './parse-redirects.ts';
import { noSite, wrongMethod } from './refusals.ts';
import { addSecurityHeaders } from './security-headers.ts';
import type { SiteFiles } from './site-files.ts';
import { nameOfHost } from './site-hosts.ts';
import { unavailable } from './unavailable.ts';

type EdgeOptions = {
  /** By the names of hosts; `mediaHost` has uploaded files and nothing else. */
  hosts: ReadonlyMap<string, SiteId>;
  mediaHost: string | null;
  /** The published files of a site at this moment; null for one that was never published. */
  files: (site: SiteId) => Promise<SiteFiles | null>;
  /** Asks the Node server, with the request as it is. */
  forward: (request: Request) => Promise<Response>;
};

/** The statuses by which whatever is in front of the Node server says that it is not there. */
const away: ReadonlySet<number> = new Set([502, 504, 520, 521, 522, 523, 524, 525, 526, 530]);
/** Whoever has it may see pictures that only drafts show; the server asks who it is. */
/** Somebody has signed in, or has opened the link of a release. */
const seesDrafts = /(?:^|;\s*)(?:signed_in=1|release_preview=)/;
const nothing: SiteFiles = { find: async () => null, policy: async () => null, redirects: async () => noRedirects };

/**
 * Answers visitors at the edge, in any JavaScript environment, by the same rules and the same table of endpoints as the Node server:
 * what is published from the bucket, and everything else by asking Node. While Node is away, only the latter is.
 */
export function createEdge(options: EdgeOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await answer(options, request);
    // Headers of an answer that was fetched cannot be changed.
    const headers = new Headers(response.headers);
    addSecurityHeaders(headers);
    const init = { status: response.status, headers, encodeBody: 'manual' };
    return new Response(response.body, init);
  };
}

async function answer({ hosts, mediaHost, files, forward }: EdgeOptions, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const problem = problemOfAddress(url);
  if (problem !== null) return text(400, problem);
  if (operationAt(url.pathname)) return ask(forward, request, null);
  const host = nameOfHost(request.headers.get('host') ?? url.host);
  if (host === mediaHost) {
    return plainMediaAnswer(request, async () => {
      const all = await Promise.all(siteIds.map(async (site) => ({ site, files: (await files(site)) ?? nothing })));
      return answerPublishedMedia(all, request);
    });
  }
  const site = hosts.get(host);
  if (!site || hosts.get(nameOfHost(url.hostname)) !== site) return noSite();
  const name = findEndpoint(url, site);
  const endpoint = endpoints[name];
  if (endpoint.by !== 'files') return ask(forward, request, site);
  const refused = wrongMethod(endpoint.methods, request.method);
  if (refused) return refused;
  const response = await answerPublished((await files(site)) ?? nothing, site, request);
  const isDraftMedium =
    name === 'media' && response.status === 404 && seesDrafts.test(request.headers.get('cookie') ?? '');
  return isDraftMedium ? ask(forward, request, site) : response;
}

async function ask(forward: EdgeOptions['forward'], request: Request, site: SiteId | null): Promise<Response> {
  try {
    const response = await forward(request);
    if (!away.has(response.status)) return response;
  } catch {
    // It does not answer at all.
  }
  return unavailable(request, site);
}
