import { type Rule, type RuleIndex, indexRules } from '#domain/redirects/redirect-rules.ts';
import { readRedirectSource } from '#domain/redirects/redirect-source.ts';

export type Redirects = RuleIndex;

export const noRedirects: Redirects = indexRules([]);

/**
 * Reads a `_redirects` file back.
 *
 * @example parseRedirects('/old /new 301').at.get('/old') // [{ source: { path: '/old', … }, to: '/new', status: 301 }]
 */
export function parseRedirects(text: string): Redirects {
  const rules: Rule[] = [];
  for (const line of text.split('\n')) {
    const [from, to, status] = line.split(' ');
    if (!from || !to || !status) continue;
    const source = readRedirectSource(from);
    const code = Number(status);
    if (source.ok) rules.push({ source: source.value, to: code === 410 ? null : to, status: code });
  }
  return indexRules(rules);
}
