import type { ReactNode } from 'react';
import type { PausedSite } from '#content/paused-sites.ts';
import { pausedWords } from './paused-words.ts';

/** Says which sites are paused; nothing where none is. */
export function PausedNotice({ paused }: { paused: readonly PausedSite[] }): ReactNode {
  return paused.map((one) => (
    <p key={one.site} className="ed-paused" role="status">
      {pausedWords(one)}
    </p>
  ));
}
