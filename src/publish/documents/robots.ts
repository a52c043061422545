/** Search engines may read all paths, but for the site's configured disallow rules (spec section 1). */
export function renderRobots(origin: string, disallow: readonly string[]): string {
  const rules = disallow.map((path) => `Disallow: ${path.replace(/[\r\n]/g, '')}`);
  return ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
