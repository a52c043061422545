import { type ReceiptItem, isDifferent } from '#publish/commit/published-output.ts';

type Item = Pick<ReceiptItem, 'change' | 'seen_live_at'>;

/** What has become of a publish, in a line. */
export function describeResult(items: readonly Item[], waiting: number): string {
  const changed = items.filter(({ change }) => isDifferent(change));
  const unseen = changed.filter(({ change, seen_live_at }) => change !== 'removed' && seen_live_at === null).length;
  const failed = items.filter(({ change }) => change === 'failed').length;
  const count = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'URL' : 'URLs'}`;
  return [
    `${count(changed.length)} changed${changed.length > 0 && unseen === 0 ? ', all seen live' : ''}.`,
    unseen > 0
      ? `${count(unseen)} not seen live yet: what stands in front of the website has the earlier version.`
      : '',
    failed > 0 ? `${count(failed)} could not be made and kept the last good version.` : '',
    waiting > 0
      ? 'Something waits: no process publishes it for now, or its site is paused. npm start, npm run publisher or npm run publish goes on with it.'
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
