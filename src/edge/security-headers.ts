/** Browser features that no page uses, disabled so that an injected script cannot use them either. */
const permissions = (
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment ' +
  'publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking'
).split(' ');

/**
 * The headers that every answer carries, whatever it answers. `docs/deploying.md` names the same for file servers.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Adds the missing security headers to a response, and the character set to pages that are rendered on request. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
  const type = headers.get('content-type');
  if (type !== null && /^text\/[a-z]+$/i.test(type.trim()))
    headers.set('content-type', `${type.trim()}; charset=utf-8`);
}

/**
 * Lets a page of the editor be shown in a frame of its own site, or show such a frame. Published pages are in no frame.
 *
 * @example allowOwnFrames(await renderRoute(request, locals), 'frame-ancestors')
 */
export function allowOwnFrames(response: Response, directive: 'frame-ancestors' | 'frame-src'): Response {
  const policy = response.headers.get('content-security-policy');
  if (policy === null) return response;
  const parts = policy.split(';').map((part) => {
    const [name, ...sources] = part.trim().split(/\s+/);
    return name === directive ? [name, "'self'", ...sources.filter((source) => source !== "'none'")].join(' ') : part;
  });
  response.headers.set('content-security-policy', parts.join(';'));
  return response;
}
