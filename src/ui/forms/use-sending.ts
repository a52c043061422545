import { type Dispatch, type RefObject, type SetStateAction, useEffect } from 'react';
import { followConditions, forgetProblem } from './form-dom.ts';
import { restoreProgress, storeProgress } from './form-progress.ts';
import { type SendingState, Submission, open } from './submission.ts';
import type { SenderTexts } from './sender-texts.ts';

/** Hydrates the form below `root`; undone when the component is unmounted. */
export function useSending(
  root: RefObject<HTMLDivElement | null>,
  words: SenderTexts,
  setState: Dispatch<SetStateAction<SendingState>>,
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
    const submission = new Submission(form, words, setState);

    const onSubmit = (event: SubmitEvent) => {
      event.preventDefault();
      void submission.send();
    };
    const onInput = (event: Event) => {
      forgetProblem(event.target);
      followConditions(form);
      storeProgress(form);
    };

    form.setAttribute('novalidate', '');
    setRestored(restoreProgress(form));
    followConditions(form);
    form.addEventListener('submit', onSubmit, { signal });
    form.addEventListener('input', onInput, { signal });
    form.addEventListener('focusin', () => void submission.prepare(), { signal, once: true });
    // A page from the back/forward cache is shown as the visitor left it.
    window.addEventListener('pageshow', ({ persisted }) => persisted && setState(open), { signal });
    return () => {
      stop.abort();
      form.removeAttribute('novalidate');
    };
  }, [root, words, setState, setRestored]);
}
