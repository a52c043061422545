import { type RefObject, useRef } from 'react';
import { type Sender, useSend } from '#staff/calls/use-send.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';

export type Sending = Sender & {
  element: RefObject<HTMLFormElement | null>;
  /** By the path of the field, e.g. `email`. */
  errors: Readonly<Record<string, string>>;
};

/** Sends what a form holds; failures are shown at their fields. */
export function useSending(): Sending {
  const { failure, send, ...sender } = useSend();
  const element = useRef<HTMLFormElement>(null);
  const issues = failure?.issues ?? [];
  return {
    ...sender,
    element,
    errors: Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message])),
    failure: issues.length === 0 ? failure : null,
    send: (request, onDone) =>
      send(request, onDone, (refused) => {
        if (refused.issues.length > 0) focusFirstError(element);
      }),
  };
}
