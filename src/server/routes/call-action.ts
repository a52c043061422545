import { z } from 'zod';
import { renderRoute } from '#astro/render-route.ts';
import { endpoints } from '#domain/addresses/endpoints.ts';
import { imageTooLarge } from '#domain/media/new-image.ts';
import { sentTooLarge } from '#domain/media/new-medium.ts';
import { refuseCaller } from './refuse-caller.ts';
import { inputError, json, secured } from '#edge/answers.ts';
import type { Call } from '#server/auth/call.ts';
import { checkStorableJson, readBody } from '#server/http/read-body.ts';
import { addressKey } from '#server/http/throttle.ts';

/** Calls an action. Callers are authorised before the input is parsed. */
export async function callAction(call: Call): Promise<Response> {
  return callWith(call, endpoints.action.bodyLimit, 'The request is larger than 1 MB.');
}

/** A call of the action that takes a picture. */
export async function callUpload(call: Call): Promise<Response> {
  return callWith(call, endpoints.upload.bodyLimit, imageTooLarge);
}

/** A call of an action that takes a file of the library, or a part of one. */
export async function callMediumUpload(call: Call): Promise<Response> {
  return callWith(call, endpoints.mediumUpload.bodyLimit, sentTooLarge);
}

/** The same of a spreadsheet. */
export async function callSheet(call: Call): Promise<Response> {
  return callWith(call, endpoints.sheet.bodyLimit, 'This is too much for one import. Import the rows in parts.');
}

async function callWith(call: Call, limit: number, tooLarge: string): Promise<Response> {
  const refused = refuseCaller(call.url.pathname, await call.session());
  if (refused) return refused;
  const body = await readBody(call.request, limit);
  return body ? runAction(call, body) : json(413, 'CONTENT_TOO_LARGE', tooLarge);
}

/** The body is checked here, because Astro answers 500 to JSON that it cannot read. */
async function runAction({ request, address, session }: Call, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json' && body.length > 0) {
    const checked = checkStorableJson(body);
    if (!checked.ok) return inputError(checked.failure);
  }
  const { headers } = request;
  const read = new Request(
    request.url,
    body.length > 0 ? { method: 'POST', headers, body } : { method: 'POST', headers },
  );
  const response = await renderRoute(read, { session: await session(), address: addressKey(address) });
  return secured(
    response.status === 404 && (await isUnknownAction(response)) ? json(404, 'NOT_FOUND', olderPage) : response,
  );
}

/** What a page asks for that has been open since before the website was updated may have another name by now. */
const olderPage =
  'This page was opened before the website was updated, and asks for something that has another name now. Nothing was changed. Reload the page, then try again.';

const namelessError = z.object({ type: z.literal('AstroActionError'), message: z.literal('').optional() });

/** Whether Astro has no such action, which it says without a message: what an action does not find is named. */
async function isUnknownAction(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return namelessError.safeParse(body).success;
}
