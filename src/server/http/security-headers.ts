/** What no page of ours asks a browser for, so that nothing that gets into one can. */
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

/** Adds to an answer what it does not say itself, and the character set to pages that are rendered on request. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
  const type = headers.get('content-type');
  if (type !== null && /^text\/[a-z]+$/i.test(type.trim()))
    headers.set('content-type', `${type.trim()}; charset=utf-8`);
}
