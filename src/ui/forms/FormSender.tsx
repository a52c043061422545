import { type ReactNode, useEffect, useRef, useState } from 'react';
import { resetForm } from './form-dom.ts';
import { forgetProgress } from './form-progress.ts';
import { type SendingState, open } from './submission.ts';
import { useSending } from './use-sending.ts';
import type { SenderTexts } from './sender-texts.ts';
import './form-sender.css';

type FormSenderProps = { words: SenderTexts; form: ReactNode };

/**
 * Sends a form without leaving the page. The form is the server's markup: fields are shown and hidden, checked and marked in it,
 * never made here, so that it is the same form that a browser without scripts sends.
 */
export function FormSender({ words, form }: FormSenderProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<SendingState>(open);
  const [isRestored, setRestored] = useState(false);
  useSending(root, words, setState, setRestored);

  useEffect(() => {
    if (state.is === 'sent') thanks.current?.focus();
    // A problem of the whole form, shown below the button. Problems of fields are shown under them.
    if (state.is === 'open' && state.problem !== '') problem.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);

  const findForm = () => root.current?.querySelector('form') ?? null;
  const clear = () => {
    const element = findForm();
    if (!element) return;
    resetForm(element);
    forgetProgress(element);
    setRestored(false);
  };

  return (
    <div ref={root} className="form-sender" data-state={state.is}>
      {isRestored && state.is !== 'sent' ? (
        <p className="form-sender__restored" role="status">
          {words.restored}{' '}
          <button type="button" className="form-sender__clear" onClick={clear}>
            {words.clear}
          </button>
        </p>
      ) : null}
      <div hidden={state.is === 'sent'}>
        {form}
        <p className="form-sender__progress" role="status">
          {state.is === 'checking' ? words.captcha : state.is === 'sending' ? words.sending : ''}
        </p>
        <div ref={problem} className="form-sender__problem" role="alert">
          {state.is === 'open' && state.problem !== '' ? (
            <>
              <p>{state.problem}</p>
              <button type="button" className="button button--secondary" onClick={() => findForm()?.requestSubmit()}>
                {words.retry}
              </button>
            </>
          ) : null}
        </div>
      </div>
      {state.is === 'sent' ? (
        <div ref={thanks} className="form-sender__thanks" role="status" tabIndex={-1}>
          <p className="form-sender__thanks-title">{words.thanks}</p>
          <p>{words.thanksLead}</p>
        </div>
      ) : null}
    </div>
  );
}
