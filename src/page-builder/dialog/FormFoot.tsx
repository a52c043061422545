import type { ReactNode } from 'react';
import type { Locale } from '#domain/locales.ts';
import { SignInAgain } from '#staff/calls/SignInAgain.tsx';
import type { ModuleSave } from './use-module-save.ts';

type Props = { locale: Locale; isDirty: boolean; saving: ModuleSave; onCancel: () => void };

/** Under a form that saves a part of a draft: what went wrong, the buttons, and whether it is saved. */
export function FormFoot({ locale, isDirty, saving, onCancel }: Props): ReactNode {
  const { problem, isBusy, isDone } = saving;
  return (
    <div className="ed-edit__foot">
      {problem ? (
        <div className="ed-problem" role="alert">
          <p>{problem.message}</p>
          {problem.isSignedOut ? <SignInAgain locale={locale} /> : null}
        </div>
      ) : null}
      {/* `aria-disabled`: a disabled button would lose the focus. */}
      <button
        type="submit"
        className="ed-button ed-button--primary"
        aria-keyshortcuts="Control+S Meta+S"
        aria-disabled={isBusy ? true : undefined}
        aria-busy={isBusy}
      >
        {isBusy ? 'Saving …' : 'Save'}
      </button>
      <button type="button" className="ed-button" onClick={onCancel} disabled={isBusy}>
        Cancel
      </button>
      <span className="ed-edit__state" role="status">
        {isDone ? 'Saved. The draft is being refreshed.' : isDirty ? 'Not saved yet' : ''}
      </span>
    </div>
  );
}
