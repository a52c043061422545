import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Undo, Way } from './use-undo.ts';
import { labels } from '#staff/messages/labels.ts';

/** What was done, and which way can be gone from there: none where the last step is one from before (`since`). */
export type Announced = { announcement: string; offer: Way | null; since?: number | null };

type Props = {
  done: Announced | null;
  undo: Undo;
  isHidden: boolean;
  onOver: () => void;
};

/** What was done last, for a while, and the way back. It stays while it has the pointer or the focus. */
export function Announcement({ done, undo, isHidden, onOver }: Props): ReactNode {
  const message = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(() => {
    if (message.current?.matches(':hover, :focus-within')) return false;
    onOver();
    return true;
  });
  useEffect(() => {
    if (!done) return undefined;
    const timer = setInterval(() => {
      if (end()) clearInterval(timer);
    }, 8000);
    return () => clearInterval(timer);
  }, [done]);
  const offer = done ? offered(done, undo) : null;
  return (
    <div ref={message} className="ed-announcement" hidden={isHidden}>
      <p role="status">{done?.announcement ?? ''}</p>
      {offer ? (
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet ed-announcement__way"
          aria-disabled={undo.isBusy ? true : undefined}
          onClick={() => undo.travel(offer)}
        >
          {labels[offer]}
        </button>
      ) : null}
    </div>
  );
}

function offered({ offer, since }: Announced, undo: Undo): Way | null {
  const next = offer && undo.next(offer);
  return next && next.id !== since && !undo.isElsewhere(offer) ? offer : null;
}
