import { useState } from 'react';
import type { Call, CallFailure } from './api.ts';

export type Sender = {
  /** Why the last one was refused, until the next one is sent. */
  failure: CallFailure | null;
  isBusy: boolean;
  clear: () => void;
  send: <T>(
    request: () => Promise<Call<T>>,
    onDone: (value: T) => void | Promise<void>,
    onRefused?: (failure: CallFailure) => void,
  ) => Promise<void>;
};

/** Sends one request at a time. */
export function useSend(): Sender {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    failure,
    isBusy,
    clear: () => setFailure(null),
    send: async (request, onDone, onRefused) => {
      if (isBusy) return;
      setFailure(null);
      setBusy(true);
      const answer = await request();
      setBusy(false);
      if (answer.ok) return onDone(answer.value);
      setFailure(answer.failure);
      onRefused?.(answer.failure);
    },
  };
}
