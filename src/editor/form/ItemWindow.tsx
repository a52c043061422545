import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Window } from '../dialog/Window.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';
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
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // After the window has taken the focus for itself.
    const timer = setTimeout(
      () => form.current?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"]')?.focus(),
      50,
    );
    return () => clearTimeout(timer);
  }, []);

  const { close, question } = useDiscardQuestion(
    () => JSON.stringify(getValues(path)) !== before,
    () => {
      clearErrors(path);
      onCancel();
    },
  );
  const finish = async () => {
    if ((await settleLookups()) && (await trigger(path))) return onDone();
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ed-field--invalid button')?.focus(),
    );
  };
  return (
    <Window title={title} size="item" onClose={close}>
      <form
        ref={form}
        className="ed-item-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React this form stands in the one around it, which must not be sent.
          event.stopPropagation();
          void finish();
        }}
      >
        <div className="ed-item-form__fields">{children}</div>
        <div className="ed-item-form__foot">
          <button type="submit" className="ed-button ed-button--primary">
            {isNew ? 'Add' : 'Apply'}
          </button>
          <button type="button" className="ed-button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
      {question}
    </Window>
  );
}
