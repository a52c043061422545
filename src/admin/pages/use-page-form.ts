import { type RefObject, useRef, useState } from 'react';
import type { Call, CallFailure } from '#staff/calls/api.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';
import type { PageForm } from './page-form.ts';
import type { Errors } from './PageFields.tsx';

type PageFormState = {
  form: PageForm;
  element: RefObject<HTMLFormElement | null>;
  errors: Errors;
  failure: CallFailure | null;
  isBusy: boolean;
  hasInput: () => boolean;
  change: (form: PageForm) => void;
  /** Sends the form; failures are shown at their fields. */
  send: <T>(request: () => Promise<Call<T>>, onDone: (value: T) => void) => Promise<void>;
};

/** The state of a form with a page's titles and addresses. What differs from `untouched` somebody has typed. */
export function usePageForm(first: PageForm, untouched = first): PageFormState {
  const [initial] = useState(untouched);
  const [form, setForm] = useState(first);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  return {
    form,
    element,
    errors,
    failure,
    isBusy,
    hasInput: () => JSON.stringify(form) !== JSON.stringify(initial),
    change: (next) => {
      setForm(next);
      setErrors({});
      setFailure(null);
    },
    send: async (request, onDone) => {
      setErrors({});
      setFailure(null);
      setBusy(true);
      const answer = await request();
      setBusy(false);
      if (answer.ok) return onDone(answer.value);
      const { issues } = answer.failure;
      if (issues.length === 0) return setFailure(answer.failure);
      setErrors(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message])));
      focusFirstError(element);
    },
  };
}
