import { type ReactNode, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { type ReferenceKind, maximumMessage } from '#modules/fields.ts';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from './form-fields.ts';
import { Picker } from './Picker.tsx';
import { type PickerItem, useRecords } from './records.ts';
import { Thumbnail } from './Thumbnail.tsx';

const names: Partial<Record<ReferenceKind, string>> = {
  image: 'image',
  link: 'link',
  product: 'product',
  series: 'series',
  category: 'category',
};

function nameOf(kind: ReferenceKind): string {
  return names[kind] ?? kind.replace('_', ' ');
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** One record: which it is, and a list to choose another from. */
export function ReferenceField({ field, path }: { field: FieldOf<'reference'>; path: string }): ReactNode {
  const { field: control } = useController({ name: path });
  const value = typeof control.value === 'number' ? control.value : null;
  const [isOpen, setOpen] = useState(false);
  const [record] = useRecords(field.kind, value === null ? [] : [value]);
  const choose = useRef<HTMLButtonElement>(null);
  const pickerId = useId();
  const kind = nameOf(field.kind);

  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => choose.current?.focus());
  };
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup>
      {({ labelId, id, ...ids }) => (
        <div
          className="ed-reference"
          role="group"
          aria-labelledby={labelId}
          id={id}
          aria-describedby={ids['aria-describedby']}
        >
          <div className="ed-reference__chosen">
            {value === null ? (
              <p className="ed-reference__none">No {kind} chosen</p>
            ) : (
              <Chosen id={value} kind={kind} record={record} />
            )}
            <button
              ref={(element) => {
                choose.current = element;
                control.ref(element);
              }}
              type="button"
              className="ed-button ed-button--small"
              aria-expanded={isOpen}
              aria-controls={pickerId}
              aria-describedby={ids['aria-describedby']}
              onClick={() => setOpen(!isOpen)}
            >
              {value === null ? `Choose ${kind}` : `Change ${kind}`}
            </button>
            {value === null || field.required ? null : (
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                onClick={() => {
                  control.onChange(null);
                  choose.current?.focus();
                }}
              >
                Clear
              </button>
            )}
          </div>
          <div id={pickerId}>
            {isOpen ? (
              <Picker
                kind={field.kind}
                name={kind}
                chosen={value === null ? [] : [value]}
                onClose={close}
                onPick={(picked) => {
                  control.onChange(picked.id);
                  close();
                }}
              />
            ) : null}
          </div>
        </div>
      )}
    </FieldShell>
  );
}

/** Several records in an order. */
export function ReferencesField({ field, path }: { field: FieldOf<'references'>; path: string }): ReactNode {
  const { field: control } = useController({ name: path });
  const values = Array.isArray(control.value) ? control.value.filter((id): id is number => typeof id === 'number') : [];
  const records = useRecords(field.kind, values);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const pickerId = useId();
  const kind = nameOf(field.kind);
  const isFull = field.max !== null && values.length >= field.max;

  const focusAfter = (selector: string) => {
    requestAnimationFrame(() => (root.current?.querySelector<HTMLElement>(selector) ?? choose.current)?.focus());
  };
  const move = (index: number, by: -1 | 1) => {
    const other = values[index + by];
    const own = values[index];
    if (own === undefined || other === undefined) return;
    control.onChange(values.with(index, other).with(index + by, own));
    const to = index + by;
    const isAtEnd = to === 0 || to === values.length - 1;
    focusAfter(`[data-record="${to}"] [data-move="${(by === -1) === isAtEnd ? 'down' : 'up'}"]`);
  };
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup>
      {({ labelId, id, ...ids }) => (
        <div
          className="ed-reference"
          role="group"
          aria-labelledby={labelId}
          id={id}
          aria-describedby={ids['aria-describedby']}
          ref={root}
        >
          {values.length === 0 ? <p className="ed-reference__none">No {kind} chosen</p> : null}
          <ol className="ed-reference__list">
            {values.map((value, index) => (
              <li key={value} className="ed-reference__chosen" data-record={index}>
                <Chosen id={value} kind={kind} record={records[index]} />
                <span
                  className="ed-reference__tools"
                  role="group"
                  aria-label={records[index]?.title ?? `${capital(kind)} ${value}`}
                >
                  <button
                    type="button"
                    className="ed-button ed-button--small ed-button--quiet"
                    data-move="up"
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    Move up
                  </button>
                  <button
                    type="button"
                    className="ed-button ed-button--small ed-button--quiet"
                    data-move="down"
                    disabled={index === values.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    Move down
                  </button>
                  <button
                    type="button"
                    className="ed-button ed-button--small ed-button--quiet"
                    data-delete
                    onClick={() => {
                      control.onChange(values.toSpliced(index, 1));
                      focusAfter(`[data-record="${Math.min(index, values.length - 2)}"] [data-delete]`);
                    }}
                  >
                    Delete
                  </button>
                </span>
              </li>
            ))}
          </ol>
          <div className="ed-list__end">
            <button
              ref={(element) => {
                choose.current = element;
                control.ref(element);
              }}
              type="button"
              className="ed-button ed-button--small"
              aria-expanded={isOpen}
              aria-controls={pickerId}
              disabled={isFull}
              onClick={() => setOpen(!isOpen)}
            >
              Add {kind}
            </button>
            {isFull && field.max !== null ? <span className="ed-list__full">{maximumMessage(field.max)}</span> : null}
          </div>
          <div id={pickerId}>
            {isOpen && !isFull ? (
              <Picker
                kind={field.kind}
                name={kind}
                chosen={values}
                onClose={() => {
                  setOpen(false);
                  requestAnimationFrame(() => choose.current?.focus());
                }}
                onPick={(picked) => control.onChange([...values, picked.id])}
              />
            ) : null}
          </div>
        </div>
      )}
    </FieldShell>
  );
}

function Chosen({ id, kind, record }: { id: number; kind: string; record: PickerItem | null | undefined }): ReactNode {
  return (
    <div className="ed-record">
      <Thumbnail record={record ?? null} />
      <span className="ed-record__text">
        <span className={record === null ? 'ed-record__title ed-record__title--gone' : 'ed-record__title'}>
          {record === null ? `${capital(kind)} not found` : (record?.title ?? '…')}
        </span>
        <span className="ed-record__detail">
          {id}
          {record?.detail ? ` · ${record.detail}` : ''}
        </span>
      </span>
    </div>
  );
}
