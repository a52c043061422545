import type { ReactNode } from 'react';
import { type DraftField, completeField, fieldIn } from '#domain/forms/form-fields.ts';
import { type Locale, defaultLocale, languageCodes } from '#domain/locales.ts';
import { MoveButtons } from '#staff/controls/MoveButtons.tsx';
import { useDragOrder } from '#staff/controls/use-drag-order.ts';
import { getFieldTitle, typeNames } from './field-names.ts';
import type { Problems } from './form-draft.ts';
import { TypeIcon } from './TypeIcon.tsx';
import { fieldListGroup } from './use-palette-drag.ts';

type FieldListProps = {
  fields: readonly DraftField[];
  problems: ReadonlyMap<string, Problems>;
  selected: string | null;
  /** The language of the labels; only in the default one the structure can be changed. */
  locale: Locale;
  onSelect: (id: string) => void;
  onMove: (from: number, to: number) => void;
  onStep: (from: number, by: -1 | 1) => void;
};

/** The form's fields in their order, into which elements are dropped. */
export function FieldList({ fields, onMove, ...rest }: FieldListProps): ReactNode {
  const list = useDragOrder(onMove, fieldListGroup);
  return (
    <div className="ed-drop-area">
      {fields.length === 0 ? (
        <p className="ed-drop-area__empty">
          Drop the first element here.
          <br />
          With the keyboard, press it in the list of elements.
        </p>
      ) : null}
      <ol className="ed-list__items" ref={list}>
        {fields.map((field, index) => (
          <FieldRow key={field.id} {...rest} field={field} index={index} count={fields.length} />
        ))}
      </ol>
    </div>
  );
}

type RowProps = Omit<FieldListProps, 'fields' | 'onMove'> & {
  field: DraftField;
  index: number;
  count: number;
};

function FieldRow({ field, index, count, problems, selected, locale, onSelect, onStep }: RowProps): ReactNode {
  const isLocked = locale !== defaultLocale;
  const problem = problems.get(field.id);
  const title = getFieldTitle(fieldIn(completeField(field), locale));
  const className = [
    'ed-item ed-form-field',
    field.id === selected ? 'ed-form-field--selected' : '',
    problem ? 'ed-item--invalid' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <li className={className} data-item={index} data-field-id={field.id}>
      <div className="ed-item__head" role="group" aria-label={`${typeNames[field.fieldType]}: ${title}`}>
        {isLocked ? null : (
          <span className="ed-item__handle" data-handle title="Drag to reorder" aria-hidden="true">
            <svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor">
              <path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
            </svg>
          </span>
        )}
        <button
          type="button"
          className="ed-form-field__select"
          aria-pressed={field.id === selected}
          data-select
          onClick={() => onSelect(field.id)}
        >
          <TypeIcon type={field.fieldType} />
          <span className="ed-form-field__texts">
            <span className="ed-item__title" lang={languageCodes[locale]}>
              {title}
              {field.isRequired ? ' *' : ''}
            </span>
            <span className="ed-item__kind">
              {typeNames[field.fieldType]} · {field.name || 'no name'}
              {field.isConditional && field.conditionalName !== '' ? ` · shown by ${field.conditionalName}` : ''}
            </span>
            {problem ? <span className="ed-item__wrong">{[...problem.values()][0]}</span> : null}
          </span>
        </button>
        {isLocked ? null : (
          <span className="ed-item__tools">
            <MoveButtons index={index} count={count} onMove={(by) => onStep(index, by)} />
          </span>
        )}
      </div>
    </li>
  );
}
