import type { ReactNode } from 'react';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { Choices } from './Choices.tsx';
import { PartOfPlan, type Part } from './PartOfPlan.tsx';

type Props = {
  state: EditorState;
  /** What stays in the draft. */
  left: ReadonlySet<PageCell>;
  /** What the plan says of the choice, once it is known. */
  part: Part | null;
  isBusy: boolean;
  onChange: (left: ReadonlySet<PageCell>) => void;
};

/** What of a draft is published, and what that means. */
export default function ChosenChanges({ state, left, part, isBusy, onChange }: Props): ReactNode {
  return (
    <>
      <Choices {...{ state, left, isBusy, onChange }} />
      {part ? (
        <PartOfPlan
          {...{ part, state }}
          onTakeAlong={(along) => onChange(new Set([...left].filter((cell) => !along.includes(cell))))}
        />
      ) : null}
    </>
  );
}
