import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { SparesUntouched } from './FieldShell.tsx';
import { focusFirstError } from './focus-soon.ts';
import { FormWindow } from './FormWindow.tsx';
import { settleLookups } from './use-lookup.ts';

type Props = {
  title: string;
  /** Where the item stands in the form. */
  path: string;
  isNew: boolean;
  onDone: () => void;
  /** Takes back what was changed since the window opened. */
  onCancel: () => void;
  children: ReactNode;
};

/**
 * A window on one item of a list. It closes when the item is in order, or when the editor takes the changes back, which it asks
 * about if there are any. Nothing is saved by it: that is up to the form around it.
 */
export function ItemWindow({ title, path, isNew, onDone, onCancel, children }: Props): ReactNode {
  const { trigger, getValues, clearErrors } = useFormContext();
  const [before] = useState(() => JSON.stringify(getValues(path)));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // The window has taken the focus for itself by now. Later, it might be taken from something that was chosen meanwhile.
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"]')?.focus(),
    [],
  );

  const finish = async () => {
    if ((await settleLookups()) && (await trigger(path))) return onDone();
    setTried(true);
    focusFirstError(form);
  };
  return (
    <FormWindow
      title={title}
      size="item"
      form={form}
      action={isNew ? 'Add' : 'Apply'}
      hasInput={() => JSON.stringify(getValues(path)) !== before}
      onSubmit={finish}
      onClose={() => {
        clearErrors(path);
        onCancel();
      }}
    >
      <SparesUntouched value={isNew && !isTried}>{children}</SparesUntouched>
    </FormWindow>
  );
}
