import { type Result, fail, ok } from '#domain/result.ts';
import type { Config } from '#server/config.ts';

/** Lets an address through that leads to one of the sites: a path does, and so does one of their origins. */
export function ownAddress(
  address: string | null,
  { origins }: Pick<Config, 'origins'>,
  path: readonly (string | number)[],
): Result<null> {
  if (address === null || address.startsWith('/')) return ok(null);
  const own: readonly string[] = Object.values(origins);
  if (URL.canParse(address) && own.includes(new URL(address).origin)) return ok(null);
  const message = 'Visitors can be taken to pages of the own sites only. Enter a path such as /thanks';
  return fail('invalid', message, [{ path, message }]);
}
