/** The polling interval of an open page for its session. */
const askEveryMilliseconds = 45_000;

/** Whether the session of this browser has ended, or its account was disabled. */
export async function isSignedOut(): Promise<boolean> {
  const answer = await fetch('/login/session', { cache: 'no-store' }).catch(() => null);
  return answer?.status === 401;
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
