import { type RefObject, useState } from 'react';
import type { DraftField, FormFieldType } from '#domain/forms/form-fields.ts';
import { duplicateField, insertField, makeField, moveField, removeField } from '#domain/forms/form-structure.ts';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { focusSoon } from '#staff/controls/focus-soon.ts';
import { moveControl } from '#staff/controls/move-control.ts';
import { getFieldTitle } from './field-names.ts';
import type { ChangeDraft } from './use-form-edits.ts';

type Options = {
  root: RefObject<HTMLElement | null>;
  fields: readonly DraftField[];
  change: ChangeDraft;
  /** Announces a change to screen readers. */
  say: (news: string) => void;
};

/** The commands of a form's fields, the chosen field, and the focus. */
export function useFieldCommands({ root, fields, change, say }: Options) {
  const [selected, setSelected] = useState<string | null>(null);
  const findRow = (id: string | undefined, control = '[data-select]') =>
    root.current?.querySelector<HTMLElement>(`[data-field-id="${id}"] ${control}`) ?? null;

  /** Gives a form new fields, of which one is chosen and has the focus; without any it is on the palette. */
  const write = (next: readonly DraftField[], chosen: string | null, announcement: string) =>
    focusAfter(
      () => {
        change({ fields: next });
        setSelected(chosen);
        say(announcement);
      },
      () => (chosen ? findRow(chosen) : (root.current?.querySelector<HTMLElement>('.ed-palette__item') ?? null)),
    );
  const add = (type: FormFieldType, index: number) => {
    const made = makeField(type, fields, Math.random);
    write(
      insertField(fields, made, index),
      made.id,
      `${getFieldTitle(made)} is added at position ${index + 1} of ${fields.length + 1}.`,
    );
  };
  const move = (from: number, to: number) => {
    const moved = fields[from];
    if (!moved) return;
    change({ fields: moveField(fields, from, to) });
    say(`${getFieldTitle(moved)} is now at position ${to + 1} of ${fields.length}.`);
  };
  return {
    selected,
    setSelected,
    focusRow: (id: string | undefined) => focusSoon(() => findRow(id)),
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
      focusAfter(
        () => move(from, to),
        () => findRow(fields[from]?.id, moveControl(by, to, fields.length)),
      );
    },
    duplicate: (id: string) => {
      const index = fields.findIndex((one) => one.id === id);
      const next = duplicateField(fields, id, Math.random);
      const copy = next[index + 1];
      if (copy) write(next, copy.id, `${getFieldTitle(copy)} is duplicated.`);
    },
    remove: (id: string) => {
      const index = fields.findIndex((one) => one.id === id);
      const next = removeField(fields, id);
      const neighbour = next[Math.min(index, next.length - 1)];
      write(next, neighbour?.id ?? null, 'The field is removed. Undo brings it back.');
    },
  };
}

export type FieldCommands = ReturnType<typeof useFieldCommands>;
