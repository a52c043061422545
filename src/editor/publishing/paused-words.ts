import type { PausedSite } from '#content/paused-sites.ts';
import { siteNames } from '#domain/site-names.ts';
import { unknownAdvice, unknownWords } from '#domain/unknown-files.ts';

/** That nothing is published to a site for now: since when, why, and what ends it. */
export function pausedWords({ site, since, why, by }: PausedSite): string {
  const when = new Date(since).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  if (why !== 'rolled-back') {
    return `${siteNames[site]}: publishing waits until the site is built anew. ${unknownWords[why]}, as was noticed on ${when}. Visitors go on seeing the published pages. Changes are saved and wait; they go live with that build, which the server begins by itself. ${unknownAdvice[why]}`;
  }
  const who = by === '' ? '' : ` by ${by}`;
  return `${siteNames[site]}: publishing is paused. The site was put back to an earlier release on ${when}${who}. Changes are saved and wait; they go live when the site is built anew, which administrators begin at Publishing.`;
}
