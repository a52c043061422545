import { type ReactNode, useEffect, useRef } from 'react';
import { type SheetColumn, idHeading } from '#schema/sheet-columns.ts';

type Props = {
  headings: readonly string[];
  columns: readonly SheetColumn[];
  keys: readonly (string | null)[];
  /** How the table was understood. */
  children: ReactNode;
  /** Why it cannot be imported as it is. */
  problem: string | null;
  /** Something was asked that is not answered. */
  isOpen: boolean;
  onKeys: (keys: (string | null)[]) => void;
  onBack: () => void;
  onNext: () => void;
};

/** How a table was understood, and which field each of its columns is, as its heading says, or as it is chosen. */
export function ColumnMap({ headings, columns, keys, children, problem, isOpen, ...on }: Props): ReactNode {
  const { onKeys, onBack, onNext } = on;
  const isNothing = keys.every((key) => key === null || key === 'id');
  const region = useRef<HTMLDivElement>(null);
  // What had the focus is gone with the step before.
  useEffect(() => region.current?.focus(), []);
  const isReady = !isNothing && !isOpen && problem === null;
  return (
    <>
      <div ref={region} className="ed-publish" role="region" aria-label="Columns" tabIndex={0}>
        {children}
        {problem === null ? null : (
          <p className="ed-problem" role="alert">
            {problem}
          </p>
        )}
        {headings.length > 0 ? <p>Each column of your spreadsheet, and the field that it becomes.</p> : null}
        <ul className="adm-list">
          {headings.map((heading, index) => (
            <li key={index}>
              <label className="adm-sheet__column">
                <span>{heading === '' ? `Column ${index + 1}` : heading}</span>
                <select
                  className="ed-input ed-input--select"
                  value={keys[index] ?? ''}
                  onChange={({ target }) =>
                    onKeys(
                      keys.map((key, other) =>
                        other === index ? target.value || null : key === target.value ? null : key,
                      ),
                    )
                  }
                >
                  <option value="">Not imported</option>
                  <option value="id">{idHeading}</option>
                  {columns.map(({ key, label }) => (
                    <option key={key} value={key}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            </li>
          ))}
        </ul>
      </div>
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          aria-disabled={isReady ? undefined : true}
          onClick={() => {
            if (isReady) onNext();
          }}
        >
          Continue
        </button>
        <button type="button" className="ed-button" onClick={onBack}>
          Back
        </button>
        {isOpen && problem === null ? (
          <p className="adm-read-as__open" role="status">
            Answer what is asked above.
          </p>
        ) : null}
      </div>
    </>
  );
}
