import { asPublished, momentAsked } from '#domain/addresses/release-query.ts';
import { text } from '#edge/answers.ts';
import type { Client } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import { type ReleasePreview, readReleasePreview } from '#changes/releases/preview-release.ts';
import type { Call } from '#server/auth/call.ts';
import { leadToSignIn } from '#server/auth/lead-to-sign-in.ts';
import { type LinkKey, readSharedLink, sharedCalls } from '#server/auth/shared-link.ts';
import { showShared } from './answer-shared.ts';

/** A release as somebody looks at it. */
export type OpenedRelease = {
  release: ReleasePreview;
  /** Reads what is previewed with the rights of whoever looks. */
  calls: Calls;
  /** The link by which somebody without an account looks, until it ends; null for staff. */
  link: (LinkKey & { until: string }) | null;
  /** The moment as of which it is seen, and the one that the address names. */
  at: string;
  asked: string | null;
};

/** The release that an address names, for staff and for whoever has opened a link; else why it is not shown. */
export async function openRelease(call: Call): Promise<OpenedRelease | Response> {
  const { request, url, runtime } = call;
  const id = Number(url.searchParams.get('release'));
  const asked = momentAsked(url.searchParams.get('at'));
  if (asked === undefined) return text(400, 'This moment cannot be read. Write it as 2026-12-01T09:00Z.');
  const session = await call.session();
  if (session.staff) return open(call, { calls: session.client, client: session.client, link: null }, id, asked);
  const link = await readSharedLink(request, runtime);
  if (!link) return leadToSignIn(call, session);
  if (link.state !== 'open') return showShared(call, link.state, link);
  if (link.release !== id) return showShared(call, 'another', link);
  const service = runtime.serviceClient;
  const viewer = {
    calls: sharedCalls(service, link),
    client: service,
    link: { id: link.id, hash: link.hash, until: link.expiresAt },
  };
  return open(call, viewer, id, asked);
}

async function open(
  { url, runtime }: Call,
  { client, ...viewer }: Pick<OpenedRelease, 'calls' | 'link'> & { client: Client },
  id: number,
  asked: string | null,
): Promise<OpenedRelease | Response> {
  const release = await readReleasePreview({ client, service: runtime.serviceClient }, id);
  if (!release) return text(404, 'This release does not exist any more.');
  if (release.state === 'live' || release.state === 'publishing') {
    return text(302, 'This release is live.', { location: asPublished(url) });
  }
  return { ...viewer, release, asked, at: asked ?? getMoment(release) };
}

/** A release is seen as at its moment, or as if it were published now. */
function getMoment({ publish_at: publishAt }: ReleasePreview): string {
  const now = new Date().toISOString();
  return publishAt !== null && Date.parse(publishAt) > Date.parse(now) ? new Date(publishAt).toISOString() : now;
}
