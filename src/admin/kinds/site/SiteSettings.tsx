import { type ReactNode, useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import type { FieldOf } from '#schema/editor-fields.ts';
import { Fields } from '#staff/fields/Fields.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { MoveButtons } from '#staff/controls/MoveButtons.tsx';
import type { OwnField } from '../../records/own-form.ts';

/** The settings of a site; its social networks are edited in place. */
export default function SiteSettings({ field, path }: OwnField): ReactNode {
  const fields = field.widget === 'group' ? field.fields : [];
  const isNetworks = (own: (typeof fields)[number]): own is FieldOf<'list'> =>
    own.name === 'social_links' && own.widget === 'list';
  const networks = fields.find(isNetworks);
  return (
    <fieldset className="ed-group">
      <legend className="ed-group__legend">{field.label}</legend>
      <Fields fields={fields.filter((own) => !isNetworks(own))} path={path} />
      {networks ? <Networks field={networks} path={`${path}.${networks.name}`} /> : null}
    </fieldset>
  );
}

/** Networks with their addresses, one a line. */
function Networks({ field, path }: { field: FieldOf<'list'>; path: string }): ReactNode {
  const { control } = useFormContext();
  const { fields: rows, append, remove, move } = useFieldArray({ control, name: path, keyName: 'key' });
  const root = useRef<HTMLFieldSetElement>(null);
  const rowAfter = (change: () => void, index: number, selector: string) =>
    focusAfter(change, () => root.current?.querySelector<HTMLElement>(`[data-row="${index}"] ${selector}`) ?? null);
  return (
    <fieldset className="ed-list" data-field={path} ref={root}>
      <legend className="ed-group__legend">{field.label}</legend>
      <ol className="ed-list__items">
        {rows.map(({ key }, index) => (
          <li key={key} className="adm-network" data-row={index}>
            <Fields fields={field.fields} path={`${path}.${index}`} />
            <span className="adm-network__tools">
              <MoveButtons
                what={`network ${index + 1}`}
                index={index}
                count={rows.length}
                onMove={(by) => rowAfter(() => move(index, index + by), index + by, '[data-move]:enabled')}
              />
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                onClick={() => rowAfter(() => remove(index), Math.max(0, index - 1), 'select')}
              >
                Delete<span className="visually-hidden"> network {index + 1}</span>
              </button>
            </span>
          </li>
        ))}
      </ol>
      <div>
        <button
          type="button"
          className="ed-button ed-button--small"
          onClick={() =>
            rowAfter(() => append({ network: 'linkedin', url: '' }, { shouldFocus: false }), rows.length, 'select')
          }
        >
          Add {field.itemLabel}
        </button>
      </div>
    </fieldset>
  );
}
