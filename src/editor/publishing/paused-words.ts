import type { PausedSite } from '#content/paused-sites.ts';
import { siteNames } from '#domain/site-names.ts';

/** That nothing is published to a site for now: since when, by whom, and what ends it. */
export function pausedWords({ site, since, by }: PausedSite): string {
  const when = new Date(since).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  const who = by === '' ? '' : ` by ${by}`;
  return `${siteNames[site]}: publishing is paused. The site was put back to an earlier release on ${when}${who}. Changes are saved and wait; they go live when the site is built anew, which administrators begin at Publishing.`;
}
