import { type RefObject, useRef, useState } from 'react';
import type { Call, CallFailure } from '#staff/calls/api.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';

type Sending = {
  element: RefObject<HTMLFormElement | null>;
  /** By the path of the field, e.g. `email`. */
  errors: Readonly<Record<string, string>>;
  failure: CallFailure | null;
  isBusy: boolean;
  send: <T>(request: () => Promise<Call<T>>, onDone: (value: T) => void) => Promise<void>;
};

/** Sends what a form holds; failures are shown at their fields. */
export function useSending(): Sending {
  const [errors, setErrors] = useState<Sending['errors']>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  return {
    element,
    errors,
    failure,
    isBusy,
    send: async (request, onDone) => {
      if (isBusy) return;
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
