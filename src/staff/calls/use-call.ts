import { useCallback, useEffect, useState } from 'react';
import { type ActionInput, type ActionName, type ActionOutput, type Call, type CallFailure, call } from './api.ts';

export type Loaded<T> = {
  /** The last answer, which stays while another one is loading. */
  value: T | null;
  /** The answer to this very input, null before it has arrived. Only this one tells that there is nothing. */
  current: T | null;
  failure: CallFailure | null;
  isLoading: boolean;
  reload: () => void;
};

/** Calls an action that reads, and again whenever its input changes. An answer that was overtaken is thrown away. */
export function useCall<N extends ActionName>(name: N, input: ActionInput<N>): Loaded<ActionOutput<N>> {
  const [turn, setTurn] = useState(0);
  const [answered, setAnswered] = useState<{ asked: string; answer: Call<ActionOutput<N>> } | null>(null);
  const [value, setValue] = useState<ActionOutput<N> | null>(null);
  const asked = `${turn} ${JSON.stringify(input)}`;
  useEffect(() => {
    let isCurrent = true;
    void call(name, input).then((answer) => {
      if (!isCurrent) return;
      setAnswered({ asked, answer });
      if (answer.ok) setValue(answer.value);
    });
    return () => {
      isCurrent = false;
    };
    // The input is a new object each time: `asked` has its content.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, asked]);
  const isLoading = answered?.asked !== asked;
  const answer = isLoading ? null : answered.answer;
  return {
    value,
    current: answer?.ok ? answer.value : null,
    failure: answer && !answer.ok ? answer.failure : null,
    isLoading,
    reload: useCallback(() => setTurn((before) => before + 1), []),
  };
}
