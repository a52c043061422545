import { inOneLine } from '#domain/addresses/robots-rules.ts';

/** Search engines may read all paths except those that the site's settings disallow. */
export function renderRobots(origin: string, disallow: readonly string[]): string {
  const rules = disallow.map((path) => `Disallow: ${inOneLine(path)}`);
  return ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
