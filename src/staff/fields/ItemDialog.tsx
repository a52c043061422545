import { type ReactNode, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ShowsUntouched } from './FieldShell.tsx';
import { focusFirstError } from '../controls/focus-soon.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { settleLookups } from './use-lookup.ts';

type Props = {
  title: string;
  /** The item's path in the form. */
  path: string;
  isNew: boolean;
  onDone: () => void;
  /** Reverts the changes since the dialog opened. */
  onCancel: () => void;
  children: ReactNode;
};

/**
 * A dialog on one item of a list. It closes when the item is valid, or when the editor discards the changes, after a question
 * if there are any. It does not save: that is up to the form around it.
 */
export function ItemDialog({ title, path, isNew, onDone, onCancel, children }: Props): ReactNode {
  const { trigger, getValues, clearErrors } = useFormContext();
  const [before] = useState(() => JSON.stringify(getValues(path)));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const finish = async () => {
    if ((await settleLookups()) && (await trigger(path))) return onDone();
    setTried(true);
    focusFirstError(form);
  };
  return (
    <FormDialog
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
      <ShowsUntouched value={isTried ? true : isNew ? false : null}>{children}</ShowsUntouched>
    </FormDialog>
  );
}
