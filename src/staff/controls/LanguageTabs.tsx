import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { type Locale, englishNames } from '#domain/locales.ts';

type Props = {
  locales: readonly Locale[];
  chosen: Locale;
  /** A word behind the name of a language; one of what is to be done is marked. */
  getNote?: (locale: Locale) => string | null;
  isToDo?: (locale: Locale) => boolean;
  onChoose: (locale: Locale) => void;
  children: ReactNode;
};

/** One language at a time. The arrow keys go from one to the next. */
export function LanguageTabs({ locales, chosen, getNote, isToDo, onChoose, children }: Props): ReactNode {
  const tabs = useRef<HTMLDivElement>(null);
  const id = useId();
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = by === undefined ? -1 : (locales.indexOf(chosen) + by + locales.length) % locales.length;
    const next = locales[index];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <div>
      <div ref={tabs} className="ed-tabs" role="tablist" aria-label="Languages">
        {locales.map((locale) => {
          const note = getNote?.(locale) ?? null;
          return (
            <button
              key={locale}
              type="button"
              role="tab"
              id={`${id}-${locale}`}
              aria-selected={locale === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={locale === chosen ? 0 : -1}
              onClick={() => onChoose(locale)}
              onKeyDown={onKey}
            >
              {englishNames[locale]}
              {note === null ? null : <small data-todo={isToDo?.(locale) ? true : undefined}> {note}</small>}
            </button>
          );
        })}
      </div>
      <div id={`${id}-panel`} className="ed-tabs__panel" role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
