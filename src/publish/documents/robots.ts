/** Search engines may read all paths except those that the site's settings disallow. */
export function renderRobots(origin: string, disallow: readonly string[]): string {
  const rules = disallow.map((path) => `Disallow: ${path.replace(/[\r\n]/g, '')}`);
  return ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
