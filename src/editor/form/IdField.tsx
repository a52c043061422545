import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ReferenceKind } from '#modules/fields.ts';
import { nameOf, notFound } from './kinds.ts';
import { findRecord } from './records.ts';

/** Id lookups wait this long for the next digit (spec sections 5 and 7). */
const lookupDelay = 1000;

type Props = {
  kind: ReferenceKind;
  /** The chosen record, or null. */
  value: number | null;
  label: string;
  /** A record was found, or with null: the field was emptied, or nothing was found. */
  onChange: (id: number | null) => void;
  disabled?: boolean;
};

/** A record by its id: it is looked up as it is typed, and an id that no record has is taken away again. */
export function IdField({ kind, value, label, onChange, disabled }: Props): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const id = useId();
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });

  const [wanted, setWanted] = useState<{ text: string; now: boolean } | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    let isCurrent = true;
    const look = async () => {
      const text = wanted.text.trim();
      if (text === '') {
        change.current(null);
        setTyped(null);
        return;
      }
      const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
      setLooking(true);
      const answer = number === null ? ({ ok: true, value: null } as const) : await findRecord(kind, number);
      if (!isCurrent) return;
      setLooking(false);
      if (!answer.ok) return setProblem(answer.failure.message);
      setTyped(null);
      setProblem(answer.value === null ? notFound(kind) : null);
      change.current(answer.value?.id ?? null);
    };
    const timer = setTimeout(() => void look(), wanted.now ? 0 : lookupDelay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setLooking(false);
    };
  }, [wanted, kind]);

  const lookNow = () => {
    if (typed !== null && typed.trim() !== String(value ?? '')) setWanted({ text: typed, now: true });
  };
  return (
    <div className="ed-id">
      <label className="ed-id__label" htmlFor={id}>
        {label}
        <span className="visually-hidden"> of the {nameOf(kind)}</span>
      </label>
      <input
        id={id}
        className="ed-input ed-id__input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        disabled={disabled}
        value={typed ?? (value === null ? '' : String(value))}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-state`}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          setProblem(null);
          setWanted({ text, now: false });
        }}
        onBlur={lookNow}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter looks up at once, and must not send the form.
          event.preventDefault();
          lookNow();
        }}
      />
      <span className={problem ? 'ed-id__state ed-id__state--wrong' : 'ed-id__state'} id={`${id}-state`} role="status">
        {isLooking ? 'Looking up …' : problem}
      </span>
    </div>
  );
}
