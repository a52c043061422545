import { type ReactNode, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { englishNameOf, languageOf, locales } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import type { EditorField, FieldOf } from '#schema/editor-fields.ts';
import { TextLanguage } from '#editor/form/editor-site.ts';
import { useErrorAt } from '#editor/form/FieldShell.tsx';
import { MoveButtons } from '#editor/form/MoveButtons.tsx';
import { ReferenceField } from '#editor/form/ReferenceFields.tsx';
import { TextField } from '#editor/form/TextField.tsx';

/** How deep menus go. */
const deepest = 3;

/** The items of a menu as a nested list: each opens to its words in every language, its link and what is below it. */
export function MenuItems({ field, path }: { field: FieldOf<'menu-items'>; path: string }): ReactNode {
  const error = useErrorAt(path);
  return (
    <fieldset className="ed-list" data-field={path}>
      <legend className="ed-group__legend">{field.label}</legend>
      {field.help ? <p className="ed-field__help">{field.help}</p> : null}
      <Level path={path} depth={1} canAdd />
      {error ? <p className="ed-field__error">{error}</p> : null}
    </fieldset>
  );
}

function Level({ path, depth, canAdd }: { path: string; depth: number; canAdd: boolean }): ReactNode {
  const { control } = useFormContext();
  const { fields: items, append, remove, move } = useFieldArray({ control, name: path, keyName: 'key' });
  const [opened, setOpened] = useState<string | null>(null);
  const add = () => append({ id: newId(), label: { en: '' }, link: null, children: [] }, { shouldFocus: false });
  return (
    <>
      <ol className="ed-list__items adm-menu-items">
        {items.map(({ key }, index) => (
          <Item
            key={key}
            path={`${path}.${index}`}
            depth={depth}
            isOpen={opened === key}
            index={index}
            count={items.length}
            onToggle={() => setOpened(opened === key ? null : key)}
            onMove={(by) => move(index, index + by)}
            onDelete={() => remove(index)}
          />
        ))}
      </ol>
      {canAdd ? (
        <div>
          <button type="button" className="ed-button ed-button--small" onClick={add}>
            {depth === 1 ? 'Add item' : 'Add item below'}
          </button>
        </div>
      ) : null}
    </>
  );
}

function newId(): string {
  return `item-${crypto.randomUUID().slice(0, 8)}`;
}

type ItemProps = {
  path: string;
  depth: number;
  isOpen: boolean;
  index: number;
  count: number;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
};

const common = { help: null, when: null, required: false, nullable: true, initial: null };
const linkField: FieldOf<'reference'> = { ...common, name: 'link', label: 'Link', widget: 'reference', kind: 'link' };
const imageField: FieldOf<'reference'> = {
  ...common,
  name: 'image',
  label: 'Picture',
  widget: 'reference',
  kind: 'image',
};

function textField(name: string, label: string): Extract<EditorField, { widget: 'text' | 'long-text' }> {
  return { ...common, name, label, widget: 'text', max: null, initial: '' };
}

function Item({ path, depth, isOpen, index, count, onToggle, onMove, onDelete }: ItemProps): ReactNode {
  const value: unknown = useWatch({ name: path });
  const label = valueAt(value, ['label', 'en']);
  const below = valueAt(value, ['children']);
  const hasBelow = Array.isArray(below) && below.length > 0;
  const name = typeof label === 'string' && label !== '' ? label : 'New item';
  return (
    <li className="ed-item">
      <div className="ed-item__head">
        <button type="button" className="adm-menu-items__name" aria-expanded={isOpen} onClick={onToggle}>
          {name}
        </button>
        <MoveButtons what={name} index={index} count={count} onMove={onMove} />
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onDelete}>
          Delete<span className="visually-hidden"> {name}</span>
        </button>
      </div>
      {isOpen ? (
        <div className="adm-menu-items__fields">
          <div className="adm-pair">
            {locales.map((locale) => (
              <TextLanguage key={locale} value={languageOf[locale]}>
                <TextField
                  field={textField(locale, `Label, ${englishNameOf[locale]}`)}
                  path={`${path}.label.${locale}`}
                />
              </TextLanguage>
            ))}
          </div>
          <ReferenceField field={linkField} path={`${path}.link`} />
          <details className="adm-fold">
            <summary>Description and picture</summary>
            <div className="adm-menu-items__fields">
              <div className="adm-pair">
                {locales.map((locale) => (
                  <TextLanguage key={locale} value={languageOf[locale]}>
                    <TextField
                      field={textField(locale, `Description, ${englishNameOf[locale]}`)}
                      path={`${path}.description.${locale}`}
                    />
                  </TextLanguage>
                ))}
              </div>
              <ReferenceField field={imageField} path={`${path}.image`} />
            </div>
          </details>
        </div>
      ) : null}
      {depth < deepest && (isOpen || hasBelow) ? (
        <div className="adm-menu-items__below">
          <Level path={`${path}.children`} depth={depth + 1} canAdd={isOpen} />
        </div>
      ) : null}
    </li>
  );
}
