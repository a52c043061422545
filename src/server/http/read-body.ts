import { endpoints } from '#domain/addresses/endpoints.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { findUnstorable, unstorableMessage } from '#domain/text/text.ts';

/** Deeper than any form or document that a person writes, and shallow enough for every parser behind this. */
const depthLimit = 200;

/** The number of bytes of a refused body that are still read. */
const maxDiscarded = 2 * endpoints.mediumUpload.bodyLimit;

/**
 * The body of a request; null when it is larger than the limit, whatever its headers say, or when the client has
 * disconnected, which is not an error of the server. A body above the limit is read to its
 * end and discarded: a browser that is still sending would otherwise see a broken connection in place of the answer.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = Number(request.headers.get('content-length') ?? 0) > limit ? Infinity : 0;
  let received = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      received += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (received > maxDiscarded) return null;
    }
  } catch {
    return null;
  }
  if (size > limit) return null;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Reads the rest of a request's body and discards it. */
export async function discardBody(request: Request): Promise<void> {
  try {
    if (request.body && !request.bodyUsed) await readBody(request, 0);
  } catch {
    // An address that no request can be made for, which has been refused.
  }
}

/** Checks that a body is JSON within the limits, before any action parses it. */
export function checkJson(bytes: Uint8Array): Result<unknown> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail('invalid', 'The request is not valid UTF-8.');
  }
  if (measureDepth(text) > depthLimit)
    return fail('invalid', `The request is nested more than ${depthLimit} levels deep.`);
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail('invalid', 'The request is not valid JSON.');
  }
}

/** The same for a body whose texts are stored or looked for: none may have a character that the database does not take. */
export function checkStorableJson(bytes: Uint8Array): Result<unknown> {
  const checked = checkJson(bytes);
  const found = checked.ok ? findUnstorable(checked.value) : null;
  if (!found) return checked;
  // Errors in a module's data are reported by field, in every check.
  const path = found[0] === 'payload' || found[0] === 'moduleData' ? found.slice(1) : found;
  return fail('invalid', unstorableMessage, [{ path, message: unstorableMessage }]);
}

/** How deep brackets nest outside of strings. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
