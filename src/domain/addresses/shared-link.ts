/** Where somebody opens the link by which a release is seen without an account. */
export const sharedPath = '/_preview';

/**
 * The link with its token. The token is behind the number sign: browsers send that to nobody, so it is in no log on the way.
 *
 * @example sharedHref('https://www.example.com', '1.abc') // 'https://www.example.com/_preview#1.abc'
 */
export function sharedHref(origin: string, token: string): string {
  return `${origin}${sharedPath}#${token}`;
}

/** For how many days a release can be shared. */
export const sharedDays = [1, 7, 30] as const;
