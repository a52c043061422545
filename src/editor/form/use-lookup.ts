import { useEffect, useRef, useState } from 'react';
import { notFound } from '#kinds/registry.ts';
import type { ReferenceKind } from '#schema/fields.ts';
import { findRecord } from './records.ts';

/** Id lookups wait this long for the next digit (spec sections 5 and 7). */
const lookupDelay = 1000;

type Settle = () => Promise<boolean>;

/** What was typed as an id and has not been looked up to the end, in every field. */
const open = new Set<Settle>();

/** Looks up at once whatever waits. Answers with whether there is a record for all of it. */
export async function settleLookups(): Promise<boolean> {
  const found = await Promise.all([...open].map((settle) => settle()));
  return found.every(Boolean);
}

type Asked = { text: string; timer: ReturnType<typeof setTimeout>; answer: Promise<boolean> | null };

/** Looks a record up by its id as it is typed. An id that no record has is taken away again. */
export function useLookup(kind: ReferenceKind, onFound: (id: number | null) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const change = useRef(onFound);
  useEffect(() => {
    change.current = onFound;
  });
  const [lookup] = useState(() => {
    let asked: Asked | null = null;
    const forget = () => {
      if (asked) clearTimeout(asked.timer);
      asked = null;
      open.delete(settle);
      setLooking(false);
    };
    const look = async (own: Asked): Promise<boolean> => {
      const text = own.text.trim();
      const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
      if (number !== null) setLooking(true);
      const answer = number === null ? ({ ok: true, value: null } as const) : await findRecord(kind, number);
      // Something else has been typed meanwhile.
      if (asked !== own) return true;
      forget();
      if (!answer.ok) {
        setProblem(answer.failure.message);
        return false;
      }
      const isMissing = text !== '' && answer.value === null;
      setTyped(null);
      setProblem(isMissing ? notFound(kind) : null);
      change.current(answer.value?.id ?? null);
      return !isMissing;
    };
    const settle: Settle = async () => {
      if (!asked) return true;
      clearTimeout(asked.timer);
      return (asked.answer ??= look(asked));
    };
    const ask = (text: string) => {
      forget();
      setTyped(text);
      setProblem(null);
      asked = { text, timer: setTimeout(() => void settle(), lookupDelay), answer: null };
      open.add(settle);
    };
    return { ask, settle, forget };
  });
  useEffect(() => lookup.forget, [lookup]);
  return { typed, problem, isLooking, ask: lookup.ask, lookNow: () => void lookup.settle() };
}
