import type { ReactNode, RefObject } from 'react';
import type { CallFailure } from '../calls/api.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { useSaveKey } from '../dialog/use-save-key.ts';
import { Failure } from '../calls/Failure.tsx';
import { useDiscardQuestion } from '../dialog/use-discard-question.tsx';

type Props = {
  title: string;
  size: 'small' | 'item';
  form: RefObject<HTMLFormElement | null>;
  /** The label of the submit button. */
  action: string;
  /** Buttons behind it. */
  others?: ReactNode;
  isBusy?: boolean;
  failure?: CallFailure | null;
  /** Whether closing would lose input. */
  hasInput: () => boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form of its own, for something that the form behind it refers to or contains. */
export function FormDialog(props: Props): ReactNode {
  const { title, size, form, action, others, isBusy = false, failure, hasInput, onSubmit, onClose, children } = props;
  useSaveKey(form, () => form.current?.requestSubmit());
  const { close, question } = useDiscardQuestion(hasInput, onClose);
  return (
    <Dialog title={title} size={size} isForm onClose={close}>
      <form
        ref={form}
        className="ed-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree this form is inside the one behind it, which must not be submitted.
          event.stopPropagation();
          if (!isBusy) void onSubmit();
        }}
      >
        <div className="ed-form__fields">
          {children}
          {failure ? <Failure failure={failure} /> : null}
        </div>
        <div className="ed-dialog__actions">
          <button
            type="submit"
            className="ed-button ed-button--primary"
            aria-disabled={isBusy ? true : undefined}
            aria-busy={isBusy}
          >
            {action}
          </button>
          {others}
          <button type="button" className="ed-button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
      {question}
    </Dialog>
  );
}
