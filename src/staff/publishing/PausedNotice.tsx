import type { ReactNode } from 'react';
import type { PausedSite } from '#content/publishing/paused-sites.ts';
import { pausedParts } from '#staff/messages/paused-site.ts';

/** Says which sites are paused; nothing where none is. */
export function PausedNotice({ paused }: { paused: readonly PausedSite[] }): ReactNode {
  return paused.map((one) => {
    const { lead, rest } = pausedParts(one);
    return (
      <p key={one.site} className="ed-paused" role="status">
        <strong>{lead}</strong> {rest}
      </p>
    );
  });
}
