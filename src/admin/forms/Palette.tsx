import type { ReactNode, RefObject } from 'react';
import { type FormFieldType, formFieldTypes } from '#domain/forms/form-fields.ts';
import { typeNames } from './field-names.ts';
import { TypeIcon } from './TypeIcon.tsx';

type Props = { list: RefObject<HTMLUListElement | null>; isLocked: boolean; onAdd: (type: FormFieldType) => void };

/** The field types: dragged into the form, or pressed to be put behind the chosen field. */
export function Palette({ list, isLocked, onAdd }: Props): ReactNode {
  return (
    <section className="ed-palette" aria-labelledby="ed-palette-title">
      <h2 className="ed-builder__heading" id="ed-palette-title">
        Elements
      </h2>
      <p className="ed-builder__hint">Drag an element into the form, or press it.</p>
      <ul className="ed-palette__items" ref={list}>
        {formFieldTypes.map((type) => (
          <li key={type}>
            <button
              type="button"
              className="ed-palette__item"
              data-type={isLocked ? undefined : type}
              disabled={isLocked}
              onClick={() => onAdd(type)}
            >
              <TypeIcon type={type} />
              {typeNames[type]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
