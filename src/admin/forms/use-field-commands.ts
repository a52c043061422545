import { type RefObject, useState } from 'react';
import type { DraftField, FormFieldType } from '#domain/forms/form-fields.ts';
import { duplicateField, insertField, makeField, moveField, removeField } from '#domain/forms/form-structure.ts';
import { focusSoon } from '#editor/form/focus-soon.ts';
import { titleOf } from './field-names.ts';
import type { ChangeDraft } from './use-form-edits.ts';

type Given = {
  root: RefObject<HTMLElement | null>;
  fields: readonly DraftField[];
  change: ChangeDraft;
  /** Announces a change to screen readers. */
  say: (news: string) => void;
};

/** The commands of a form's fields, the chosen field, and the focus. */
export function useFieldCommands({ root, fields, change, say }: Given) {
  const [selected, setSelected] = useState<string | null>(null);
  const focusRow = (id: string | undefined, control = '[data-select]') =>
    focusSoon(() => root.current?.querySelector<HTMLElement>(`[data-field-id="${id}"] ${control}`) ?? null);
  const focusPalette = () => focusSoon(() => root.current?.querySelector<HTMLElement>('.ed-palette__item') ?? null);

  const add = (type: FormFieldType, index: number) => {
    const made = makeField(type, fields, Math.random);
    change({ fields: insertField(fields, made, index) });
    setSelected(made.id);
    say(`${titleOf(made)} is added at position ${index + 1} of ${fields.length + 1}.`);
    focusRow(made.id);
  };
  const move = (from: number, to: number) => {
    const moved = fields[from];
    if (!moved) return;
    change({ fields: moveField(fields, from, to) });
    say(`${titleOf(moved)} is now at position ${to + 1} of ${fields.length}.`);
  };
  return {
    selected,
    setSelected,
    focusRow,
    add,
    move,
    addBehind: (type: FormFieldType) => {
      const index = fields.findIndex(({ id }) => id === selected);
      add(type, index === -1 ? fields.length : index + 1);
    },
    /** On narrow screens, where the properties are below the fields, scrolls to them. */
    select: (id: string) => {
      setSelected(id);
      focusSoon(() => {
        const back = root.current?.querySelector<HTMLElement>('.ed-builder__back') ?? null;
        if (!back?.checkVisibility()) return null;
        back.scrollIntoView();
        return back;
      });
    },
    step: (from: number, by: -1 | 1) => {
      const to = from + by;
      move(from, to);
      const isAtEnd = by === -1 ? to === 0 : to === fields.length - 1;
      focusRow(fields[from]?.id, `[data-move="${(by === -1) === isAtEnd ? 'down' : 'up'}"]`);
    },
    duplicate: (id: string) => {
      const index = fields.findIndex((one) => one.id === id);
      const next = duplicateField(fields, id, Math.random);
      const copy = next[index + 1];
      if (!copy) return;
      change({ fields: next });
      setSelected(copy.id);
      say(`${titleOf(copy)} is duplicated.`);
      focusRow(copy.id);
    },
    remove: (id: string) => {
      const index = fields.findIndex((one) => one.id === id);
      const next = removeField(fields, id);
      change({ fields: next });
      const neighbour = next[Math.min(index, next.length - 1)];
      setSelected(neighbour?.id ?? null);
      say('The field is removed. Undo brings it back.');
      if (neighbour) focusRow(neighbour.id);
      else focusPalette();
    },
  };
}

export type FieldCommands = ReturnType<typeof useFieldCommands>;
