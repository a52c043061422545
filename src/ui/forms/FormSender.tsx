import { type Dispatch, type ReactNode, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { findProblems, followConditions, forgetProblem, hasProblems, resetForm, showProblems } from './form-dom.ts';
import { forgetProgress, storeProgress, restoreProgress } from './form-progress.ts';
import { type Answer, type Prepared, fetchSolution, sendForm } from './send-form.ts';
import type { SenderWords } from './words.ts';
import './form-sender.css';

export type FormSenderProps = { words: SenderWords; form: ReactNode };

/** Where sending has got to. A problem of the whole form is said below its button. */
type State =
  | { is: 'open'; problem: string; canRetry: boolean }
  /** Waiting for the puzzle, or for the server. */
  | { is: 'checking' }
  | { is: 'sending' }
  | { is: 'sent' };

const open = { is: 'open', problem: '', canRetry: false } as const satisfies State;

/**
 * Sends a form without leaving the page. The form is the server's markup: fields are shown and hidden, checked and marked in it,
 * never made here, so that it is the same form that a browser without scripts sends.
 */
export function FormSender({ words, form }: FormSenderProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>(open);
  const [isRestored, setRestored] = useState(false);
  useSending(root, words, setState, setRestored);

  useEffect(() => {
    if (state.is === 'sent') thanks.current?.focus();
    // A problem of the whole form, shown below the button. Problems of fields are shown under them.
    if (state.is === 'open' && state.canRetry) problem.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);

  const elementOf = () => root.current?.querySelector('form') ?? null;
  const clear = () => {
    const element = elementOf();
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
              {state.canRetry ? (
                <button type="button" className="button button--secondary" onClick={() => elementOf()?.requestSubmit()}>
                  {words.retry}
                </button>
              ) : null}
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

/** Hydrates the form; undone when the component is unmounted. */
function useSending(
  root: RefObject<HTMLDivElement | null>,
  words: SenderWords,
  setState: Dispatch<SetStateAction<State>>,
  setRestored: (isRestored: boolean) => void,
): void {
  // Fields may have come or gone: in the builder's preview they do with every change.
  useEffect(() => {
    const form = root.current?.querySelector('form');
    if (form) followConditions(form);
  });

  useEffect(() => {
    const form = root.current?.querySelector('form');
    // A preview is in its own frame and sends nothing.
    if (!form || form.ownerDocument !== document) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    let prepared: Promise<Prepared> | null = null;
    let key = crypto.randomUUID();
    let isBusy = false;
    const prepare = () =>
      (prepared ??= fetchSolution(form, words.unproven).then((proof) => {
        // A request that failed at the first input may succeed at submission.
        if (proof.solution === null) prepared = null;
        return proof;
      }));

    /** A solution that the server does not take any more, as after an hour, is replaced once without a word. */
    const deliver = async (isAgain = false): Promise<Answer> => {
      setState({ is: 'checking' });
      const proof = await prepare();
      if (proof.solution === null) return { kind: 'failed', text: proof.text, needsToken: false };
      setState({ is: 'sending' });
      const answer = await sendForm(form, proof.solution, key);
      if (answer.kind !== 'failed' || !answer.needsToken) return answer;
      prepared = null;
      return isAgain ? answer : deliver(true);
    };

    const send = async (): Promise<State> => {
      const problems = findProblems(form, words);
      showProblems(form, problems);
      if (problems.size > 0) return { ...open, problem: words.invalid };
      const answer = await deliver();
      switch (answer.kind) {
        case 'sent':
          forgetProgress(form);
          resetForm(form);
          key = crypto.randomUUID();
          prepared = null;
          if (answer.successUrl === null) return { is: 'sent' };
          location.assign(answer.successUrl);
          return { is: 'sending' };
        case 'problems':
          showProblems(form, answer.problems);
          return { ...open, problem: words.invalid };
        case 'failed':
          return { is: 'open', problem: answer.text ?? words.offline, canRetry: true };
      }
    };

    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      if (isBusy) return;
      isBusy = true;
      void send().then((state) => {
        isBusy = false;
        setState(state);
      });
    };
    const onInput = (event: Event) => {
      forgetProblem(event.target);
      followConditions(form);
      storeProgress(form);
      // With nothing marked any more, there is nothing to check.
      if (!hasProblems(form)) setState((before) => (before.is === 'open' && !before.canRetry ? open : before));
    };

    form.setAttribute('novalidate', '');
    setRestored(restoreProgress(form));
    followConditions(form);
    form.addEventListener('submit', onSubmit, { signal });
    form.addEventListener('input', onInput, { signal });
    form.addEventListener('focusin', () => void prepare(), { signal, once: true });
    // A page from the back/forward cache is shown as the visitor left it.
    window.addEventListener('pageshow', ({ persisted }) => persisted && setState(open), { signal });
    return () => {
      stop.abort();
      form.removeAttribute('novalidate');
    };
  }, [root, words, setState, setRestored]);
}
