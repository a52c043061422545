const browsers = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(Headless)?Chrom(e|ium)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * A browser in words, by what it says of itself.
 *
 * @example browserName('Mozilla/5.0 (Windows NT 10.0) … Firefox/140.0'); // 'Firefox on Windows'
 */
export function browserName(userAgent: string | null): string {
  const named = (list: typeof browsers | typeof systems) => list.find(([, sign]) => sign.test(userAgent ?? ''))?.[0];
  const browser = named(browsers);
  const system = named(systems);
  if (!browser) return 'A browser';
  return system ? `${browser} on ${system}` : browser;
}
