import { ContentReader } from '#content/reader.ts';
import { type ShownVersion, Source } from '#content/source/source.ts';
import { text } from '#edge/answers.ts';
import { isKindName, isRowKind } from '#kinds/registry.ts';
import type { Call } from '#server/auth/call.ts';
import { showBare } from './show-bare.ts';

/**
 * The version of a record that an address asks for; null where it asks for none.
 *
 * @example parseShownVersion(new URL('https://x.example/?version=product:5:2')) // { kind: 'product', id: 5, number: 2 }
 * @example parseShownVersion(new URL('https://x.example/?version=post:5:draft')) // { kind: 'post', id: 5, number: 'draft' }
 */
export function parseShownVersion({ searchParams }: URL): ShownVersion | null {
  const [, kind, id, number] =
    /^([a-z_]+):([1-9]\d{0,14}):([1-9]\d{0,8}|draft)$/.exec(searchParams.get('version') ?? '') ?? [];
  if (!isKindName(kind) || !isRowKind(kind)) return null;
  return { kind, id: Number(id), number: number === 'draft' ? number : Number(number) };
}

/**
 * The page of a record with a version of it, in the language of the address, with all other records as they are live: the page alone,
 * without a bar, for frames of the editor. Whatever the address, the version says which record it is.
 */
export async function showVersion(
  { request, site, locale, runtime, ...call }: Call,
  version: ShownVersion,
): Promise<Response> {
  const { client } = await call.session();
  const source = new Source(client, { site, view: 'draft', at: new Date().toISOString(), version });
  const reader = new ContentReader(source, locale, runtime.config.origins);
  const content = await reader.load({ kind: version.kind, ref: version.id });
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  return showBare(request, content.value);
}
