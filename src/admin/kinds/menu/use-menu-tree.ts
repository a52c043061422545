import { useMemo, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { isSame } from '#domain/pages/merge-versions.ts';
import { beginHistory, record, redo, undo } from '../../forms/edit-history.ts';
import { type MenuTree, readTree } from './menu-tree.ts';

/** The items of a menu in the form, with undo. A draft that is read or merged meanwhile begins a new history. */
export function useMenuTree(path: string) {
  const { setValue } = useFormContext();
  const { submitCount } = useFormState();
  const value: unknown = useWatch({ name: path });
  const tree = useMemo(() => readTree(value), [value]);
  const [history, setHistory] = useState(() => beginHistory<unknown>(value));
  if (!isSame(history.present, value)) setHistory(beginHistory(value));

  const write = (next: typeof history) => {
    setHistory(next);
    setValue(path, next.present, { shouldDirty: true, shouldTouch: true, shouldValidate: submitCount > 0 });
  };
  return {
    tree,
    /** Consecutive changes of one subject, such as typing into a label, are undone together. */
    change: (next: MenuTree, subject: string | null = null) => write(record(history, next, subject)),
    undo: history.past.length > 0 ? () => write(undo(history)) : null,
    redo: history.future.length > 0 ? () => write(redo(history)) : null,
  };
}
