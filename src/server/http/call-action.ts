import { renderRoute } from '#astro/render-route.ts';
import { endpoints } from '#domain/endpoints.ts';
import { imageTooLarge } from '#domain/new-image.ts';
import { notStaff, signedOut } from '#server/auth/refusals.ts';
import type { Session } from '#server/auth/session.ts';
import { json, secured } from './answers.ts';
import type { Call } from './dispatch.ts';
import { checkJson, readBody } from './read-body.ts';
import { addressKey } from './throttle.ts';

/** A call of an action. */
export async function callAction(call: Call): Promise<Response> {
  const body = await readBody(call.request, endpoints.action.bodyLimit);
  return body ? runAction(call, body) : json(413, 'CONTENT_TOO_LARGE', 'The request is larger than 1 MB.');
}

/** A call of the action that takes a picture: of people on the staff, more is read. */
export async function callUpload(call: Call): Promise<Response> {
  const session = await call.session();
  const body = await readBody(call.request, endpoints[session.staff ? 'upload' : 'action'].bodyLimit);
  return body ? runAction(call, body) : refuseUpload(session);
}

/** A picture that is too large, or from somebody whose pictures are not read in the first place. */
function refuseUpload({ userId, staff }: Session): Response {
  if (staff) return json(413, 'CONTENT_TOO_LARGE', imageTooLarge);
  return userId === null ? json(401, 'UNAUTHORIZED', signedOut) : json(403, 'FORBIDDEN', notStaff);
}

/** The body is checked here, because Astro answers 500 to JSON that it cannot read. */
async function runAction({ request, address, session }: Call, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json' && body.length > 0) {
    const checked = checkJson(body);
    if (!checked.ok) return json(400, 'BAD_REQUEST', checked.failure.message);
  }
  const { headers } = request;
  const read = new Request(
    request.url,
    body.length > 0 ? { method: 'POST', headers, body } : { method: 'POST', headers },
  );
  return secured(await renderRoute(read, { session: await session(), address: addressKey(address) }));
}
