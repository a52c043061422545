import type { PausedSite } from '#content/paused-sites.ts';
import { siteNames } from '#domain/site-names.ts';
import { unknownAdvice, unknownWords } from '#domain/unknown-files.ts';

/** That nothing is published to a site for now; and since when, why, and what ends it. */
export function pausedParts({ site, since, why, by }: PausedSite): { lead: string; rest: string } {
  const when = new Date(since).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  if (why !== 'rolled-back') {
    return {
      lead: `${siteNames[site]}: publishing waits until the site is built anew.`,
      rest: `${unknownWords[why]}, which was noticed on ${when}. Visitors go on seeing the published pages. Changes are saved and wait; they go live with that build, which the server begins by itself. ${unknownAdvice[why]}`,
    };
  }
  const who = by === '' ? '' : ` by ${by}`;
  return {
    lead: `${siteNames[site]}: publishing is paused.`,
    rest: `The site was put back to an earlier build on ${when}${who}. Changes are saved and wait; they go live when the site is built anew, which administrators begin at Publishing.`,
  };
}

/** The same in one text. */
export function pausedWords(paused: PausedSite): string {
  const { lead, rest } = pausedParts(paused);
  return `${lead} ${rest}`;
}
