import { type ReactNode, useId } from 'react';
import { getKindNames } from '#kinds/registry.ts';
import type { KindName } from '#schema/fields.ts';
import { useLookup } from './use-lookup.ts';

type Props = {
  kind: KindName;
  /** The chosen record, or null. */
  value: number | null;
  label: string;
  /** Called with the id of the record found; with null when the field was emptied, or there is no such record. */
  onChange: (id: number | null) => void;
  disabled?: boolean;
};

/** A record by its id: it is looked up while typing, and an id without a record is removed. */
export function IdField({ kind, value, label, onChange, disabled }: Props): ReactNode {
  const { typed, problem, isLooking, ask, lookNow } = useLookup(kind, onChange);
  const id = useId();
  return (
    <div className="ed-id">
      <label className="ed-id__label" htmlFor={id}>
        {label}
        <span className="visually-hidden"> of the {getKindNames(kind).one}</span>
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
        onChange={(event) => ask(event.target.value)}
        onBlur={lookNow}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter looks up at once, and must not submit the form.
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
