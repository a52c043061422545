import { isRecord } from '#domain/objects.ts';
import { isSiteId } from '#domain/sites.ts';
import type { PausedSite } from '#content/publishing/paused-sites.ts';

/** The polling interval of an open page for its session. */
const askEveryMilliseconds = 45_000;

function askSession(): Promise<Response | null> {
  return fetch('/login/session', { cache: 'no-store' }).catch(() => null);
}

/** Whether the session of this browser has ended, or its account was disabled. */
async function isSignedOut(): Promise<boolean> {
  return (await askSession())?.status === 401;
}

/** What the toolbar of a published page shows: the sites that are paused. Null when the session has ended. */
export async function readSessionNotices(): Promise<PausedSite[] | null> {
  const answer = await askSession();
  if (answer?.status === 401) return null;
  const body: unknown = answer?.status === 200 ? await answer.json().catch(() => null) : null;
  const paused = isRecord(body) ? body['paused'] : null;
  return Array.isArray(paused) ? paused.filter(isPausedSite) : [];
}

function isPausedSite(value: unknown): value is PausedSite {
  return (
    isRecord(value) && isSiteId(value['site']) && typeof value['since'] === 'string' && typeof value['by'] === 'string'
  );
}

/** Calls `leave` once when the session has ended; a hidden page checks when it is shown. Returns a function that stops it. */
export function watchSession(leave: () => void): () => void {
  const ask = async () => {
    if (document.hidden || !(await isSignedOut())) return;
    stop();
    leave();
  };
  const asking = setInterval(() => void ask(), askEveryMilliseconds);
  const onSeen = () => void ask();
  const stop = () => {
    clearInterval(asking);
    document.removeEventListener('visibilitychange', onSeen);
  };
  document.addEventListener('visibilitychange', onSeen);
  return stop;
}
