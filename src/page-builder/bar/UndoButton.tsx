import type { ReactNode } from 'react';
import { keyName } from '#staff/controls/key-name.ts';
import { TipButton } from '../TipButton.tsx';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import type { Undo, Way } from '../use-undo.ts';
import { labels } from '#staff/messages/labels.ts';

const nothing = {
  undo: 'There is nothing of yours to undo on this page.',
  redo: 'There is nothing to do again.',
} as const satisfies Record<Way, string>;
const keys = { undo: 'Z', redo: 'Shift+Z' } as const satisfies Record<Way, string>;

/** Why a step cannot be taken; null where it can. */
export function findReason(undo: Undo, way: Way): string | null {
  const next = undo.next(way);
  if (!next) return nothing[way];
  return undo.isElsewhere(way) ? `${next.announcement}. ${labels.englishOnly}` : null;
}

/** In the bar: what would be undone or done again is in the tooltip. */
export function UndoButton({ undo, way }: { undo: Undo; way: Way }): ReactNode {
  const next = undo.next(way);
  return (
    <TipButton
      label={labels[way]}
      icon={<ToolIcon name={way} />}
      className="ed-button ed-button--quiet ed-button--icon"
      control={way}
      tip={next && `${labels[way]}: ${next.announcement} (${keyName(keys[way])})`}
      reason={findReason(undo, way)}
      isBlocked={undo.isBusy}
      onPress={() => undo.travel(way)}
    />
  );
}
