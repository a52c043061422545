import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { englishNames } from '#domain/locales.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { describeCount } from '#staff/messages/count.ts';
import { type ChoiceGroup, type ChoiceLine, choiceGroups } from './choice-groups.ts';
import { ModuleName } from '#staff/publishing/ModuleName.tsx';

type Props = {
  state: EditorState;
  /** What stays in the draft. */
  left: ReadonlySet<PageCell>;
  isBusy: boolean;
  onChange: (left: ReadonlySet<PageCell>) => void;
};

/** Longer lists are folded by language. */
const glance = 12;

/** What waits, by language, with what of it is published. */
export function Choices({ state, left, isBusy, onChange }: Props): ReactNode {
  const groups = choiceGroups(state);
  const all = state.waiting;
  const chosen = all.length - left.size;
  const leave = (cells: readonly PageCell[], isChosen: boolean) => {
    const next = new Set(left);
    for (const cell of cells) {
      if (isChosen) next.delete(cell);
      else next.add(cell);
    }
    onChange(next);
  };
  return (
    <fieldset className="ed-choices" disabled={isBusy}>
      <legend className="ed-choices__legend">
        What is published <span className="ed-list__count">{`${chosen} of ${describeCount(all.length, 'part')}`}</span>
      </legend>
      <div className="ed-choices__all">
        <button type="button" className="ed-button ed-button--small" onClick={() => onChange(new Set())}>
          Choose all
        </button>
        <button type="button" className="ed-button ed-button--small" onClick={() => onChange(new Set(all))}>
          Choose none
        </button>
      </div>
      {groups.map((group) => (
        <Group
          key={group.locale}
          {...{ group, left }}
          isFolded={all.length > glance}
          onLeave={leave}
          onOnly={groups.length > 1 ? () => onChange(new Set(all.filter((cell) => !group.alone.includes(cell)))) : null}
        />
      ))}
    </fieldset>
  );
}

function listCells({ lines }: ChoiceGroup): PageCell[] {
  return lines.map(({ cell }) => cell);
}

type GroupProps = Pick<Props, 'left'> & {
  group: ChoiceGroup;
  isFolded: boolean;
  onLeave: (cells: readonly PageCell[], isChosen: boolean) => void;
  /** Chooses this language alone; null where there is no other. */
  onOnly: (() => void) | null;
};

function Group({ group, left, isFolded, onLeave, onOnly }: GroupProps): ReactNode {
  const id = useId();
  const { lines } = group;
  const name = englishNames[group.locale];
  const chosen = lines.filter(({ cell }) => !left.has(cell)).length;
  const list = (
    <ul className="ed-choices__lines" aria-labelledby={id}>
      {lines.map((line) => (
        <li key={line.cell}>
          <Line line={line} isChosen={!left.has(line.cell)} onToggle={(isChosen) => onLeave([line.cell], isChosen)} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="ed-choices__group" role="group" aria-labelledby={id}>
      <div className="ed-choices__head">
        <label className="ed-check ed-choices__language">
          <input
            type="checkbox"
            checked={chosen > 0}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < lines.length;
            }}
            onChange={() => onLeave(listCells(group), chosen < lines.length)}
            onKeyDown={moveByArrows}
          />
          <span id={id}>{name}</span>
        </label>
        <span className="ed-list__count">{`${chosen} of ${lines.length}`}</span>
        {onOnly ? (
          <button type="button" className="ed-button ed-button--small" onClick={onOnly}>
            Only {name}
          </button>
        ) : null}
      </div>
      {isFolded ? (
        <details className="ed-warnings__kind">
          <summary>{describeCount(lines.length, 'part')}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </div>
  );
}

type LineProps = { line: ChoiceLine; isChosen: boolean; onToggle: (isChosen: boolean) => void };

function Line({ line: { name, title, titleLocale, what }, isChosen, onToggle }: LineProps): ReactNode {
  return (
    <label className="ed-check ed-choices__line">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onToggle(target.checked)}
        onKeyDown={moveByArrows}
      />
      <span>
        <ModuleName {...{ name, title, titleLocale }} /> <small className="ed-table__quiet">{what}</small>
      </span>
    </label>
  );
}

/** The arrow keys go from box to box. */
function moveByArrows(event: KeyboardEvent<HTMLInputElement>): void {
  const { currentTarget, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const all = currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [];
  const boxes = [...all].filter((box) => box.checkVisibility());
  const at = boxes.indexOf(currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  boxes[next]?.focus();
}
