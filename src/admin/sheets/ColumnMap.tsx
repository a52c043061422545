import type { ReactNode } from 'react';
import { type SheetColumn, idHeading } from '#schema/sheet-columns.ts';

type Props = {
  headings: readonly string[];
  columns: readonly SheetColumn[];
  keys: readonly (string | null)[];
  onKeys: (keys: (string | null)[]) => void;
  onBack: () => void;
  onNext: () => void;
};

/** Which field each column of a spreadsheet is, as its heading says, or as it is chosen. */
export function ColumnMap({ headings, columns, keys, onKeys, onBack, onNext }: Props): ReactNode {
  const isNothing = keys.every((key) => key === null || key === 'id');
  return (
    <>
      <div className="ed-publish" role="region" aria-label="Columns" tabIndex={0}>
        <p>Each column of your spreadsheet, and the field that it becomes.</p>
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
      <div className="ed-window__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          data-autofocus
          disabled={isNothing}
          onClick={onNext}
        >
          Continue
        </button>
        <button type="button" className="ed-button" onClick={onBack}>
          Back
        </button>
      </div>
    </>
  );
}
