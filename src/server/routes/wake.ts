import { isSecret } from '#server/http/is-secret.ts';

/** `POST /_publish/wake`: a database webhook, through `supabase/functions/publish-hook`, says that rows have changed. */
export function wakePublisher(request: Request, secret: string | null, publisher: { wake: () => void }): Response {
  if (secret === null || !isSecret(request.headers.get('x-publish-hook-secret') ?? '', secret)) {
    return answer(401, 'The secret is missing or wrong. Send PUBLISH_HOOK_SECRET in the header x-publish-hook-secret.');
  }
  publisher.wake();
  return answer(202, 'The publisher looks for changes now.');
}

function answer(status: number, message: string): Response {
  return Response.json({ status, message }, { status, headers: { 'cache-control': 'no-store' } });
}
