import { endpoints } from '#domain/addresses/endpoints.ts';
import { isStorable } from '#domain/text/text.ts';
import { readBody } from './read-body.ts';

/** The fields of a plain HTML form; null for anything else, for more than a person types, and for what no person types. */
export async function readForm(
  request: Request,
  limit: number = endpoints.login.bodyLimit,
): Promise<URLSearchParams | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  const body = await readBody(request, limit);
  const fields = body && new URLSearchParams(new TextDecoder().decode(body));
  return fields && [...fields].flat().every(isStorable) ? fields : null;
}
