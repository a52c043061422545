/**
 * The policy of pages whose pictures are served from another host. Astro makes the policy when the code is built, which does not
 * know the hosts.
 */
export function allowMedia(csp: string | null, mediaOrigin: string | undefined): string | null {
  return csp === null || mediaOrigin === undefined
    ? csp
    : csp.replace("img-src 'self'", `img-src 'self' ${mediaOrigin}`);
}
