/** How often a page that lies open asks whether its editor still is one. */
const askEveryMilliseconds = 45_000;

/** Whether whoever looks at this page is signed in no more: the session has ended, or its owner was disabled. */
export async function isSignedOut(): Promise<boolean> {
  const answer = await fetch('/login/session', { cache: 'no-store' }).catch(() => null);
  return answer?.status === 401;
}

/** Has `leave` called once when nobody is signed in any more; a page that is not seen asks when it is. Answers with what ends that. */
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
