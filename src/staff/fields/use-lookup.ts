import { useEffect, useRef, useState } from 'react';
import { notFound } from '#kinds/registry.ts';
import type { KindName } from '#schema/fields.ts';
import { findRecord } from '../picker/records.ts';

/** The debounce of id lookups, in milliseconds. */
const lookupDelay = 1000;

type Settle = () => Promise<boolean>;

/** The pending lookups of all fields. */
const open = new Set<Settle>();

/** Runs all pending lookups at once. Returns whether every id has a record. */
export async function settleLookups(): Promise<boolean> {
  const found = await Promise.all([...open].map((settle) => settle()));
  return found.every(Boolean);
}

type Asked = { text: string; timer: ReturnType<typeof setTimeout>; answer: Promise<boolean> | null };

/** Looks up a record by its id while typing. An id without a record is removed. */
export function useLookup(kind: KindName, onFound: (id: number | null) => void) {
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
      // A later lookup has replaced this one.
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
