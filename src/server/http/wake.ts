import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares hashes, which have one length, so that the time taken says nothing about the secret. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** `POST /_publish/wake`: a database webhook, through `supabase/functions/publish-hook`, says that rows have changed. */
export function wakePublisher(request: Request, secret: string | null, publisher: { wake: () => void }): Response {
  if (secret === null || !isSame(request.headers.get('x-publish-hook-secret') ?? '', secret)) {
    return answer(401, 'The secret is missing or wrong. Send PUBLISH_HOOK_SECRET in the header x-publish-hook-secret.');
  }
  publisher.wake();
  return answer(202, 'The publisher looks for changes now.');
}

function answer(status: number, message: string): Response {
  return Response.json({ status, message }, { status, headers: { 'cache-control': 'no-store' } });
}
