import type { Failure } from '#domain/result.ts';
import { addSecurityHeaders } from './security-headers.ts';

/** The plain answers of the request entry, and the headers that all of its answers carry. */

/** One line of text. */
export function text(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  cookies: readonly string[] = [],
): Response {
  const response = new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
  return secured(response, cookies);
}

/** An error in the form in which Astro's actions answer. */
export function json(status: number, code: string, message: string): Response {
  return secured(Response.json({ type: 'AstroActionError', code, status, message }, { status }));
}

/** Invalid input of an action, in the format of Astro's own input errors, by field. */
export function inputError({ message, issues = [] }: Failure): Response {
  const fields = Object.fromEntries(issues.map(({ path, message: said }) => [path.join('.'), [said]]));
  const type = issues.length > 0 ? 'AstroActionInputError' : 'AstroActionError';
  return secured(Response.json({ type, code: 'BAD_REQUEST', status: 400, message, issues, fields }, { status: 400 }));
}

/** Adds cookies and the headers of everything that is made for one person. */
export function secured(response: Response, cookies: readonly string[] = []): Response {
  const { headers } = response;
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  addSecurityHeaders(headers);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return response;
}
