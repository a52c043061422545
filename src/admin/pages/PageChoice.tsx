import { type ReactNode, useId, useRef, useState } from 'react';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { Picker } from '#staff/picker/Picker.tsx';
import { Record } from '#staff/picker/Thumbnail.tsx';
import type { PageRow } from './page-rows.ts';
import { pickPages } from './pick-pages.ts';

type Props = {
  label: string;
  help?: string;
  error?: string | undefined;
  /** The pages to choose from, in the order of the tree. */
  rows: readonly PageRow[];
  value: number | null;
  /** What it means that no page is chosen, and the command for that; null where one has to be. */
  none: { text: string; command: string } | null;
  onChange: (id: number | null) => void;
};

/** One page of a site, found by any word of its title or address. */
export function PageChoice({ label, help = '', error, rows, value, none, onChange }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const choose = useRef<HTMLButtonElement>(null);
  const pickerId = useId();
  const chosen = rows.find(({ page }) => page.id === value);
  const closeAfter = (change: () => void) =>
    focusAfter(
      () => {
        change();
        setOpen(false);
      },
      () => choose.current,
    );
  return (
    <LabeledField label={label} help={help} error={error} isGroup>
      {({ labelId, id, ...ids }) => (
        <div
          className="ed-reference"
          role="group"
          id={id}
          aria-labelledby={labelId}
          aria-describedby={ids['aria-describedby']}
        >
          <div className="ed-reference__chosen">
            {chosen ? (
              <div className="ed-record">
                <Record
                  title={chosen.title}
                  record={{ id: chosen.page.id, title: chosen.title, detail: chosen.path, thumbnail: null }}
                />
              </div>
            ) : (
              <p className="ed-reference__none">{none?.text ?? 'No page chosen'}</p>
            )}
            <button
              ref={choose}
              type="button"
              className="ed-button ed-button--small"
              aria-expanded={isOpen}
              aria-controls={pickerId}
              onClick={() => setOpen(!isOpen)}
            >
              {chosen ? 'Change page' : 'Choose page'}
            </button>
            {chosen && none ? (
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                onClick={() => closeAfter(() => onChange(null))}
              >
                {none.command}
              </button>
            ) : null}
          </div>
          <div id={pickerId}>
            {isOpen ? (
              <Picker
                kind="page"
                chosen={value === null ? [] : [value]}
                find={(asked) => pickPages(rows, asked)}
                onClose={() => closeAfter(() => undefined)}
                onPick={(picked) => closeAfter(() => onChange(picked))}
              />
            ) : null}
          </div>
        </div>
      )}
    </LabeledField>
  );
}
