import type { ReactNode } from 'react';
import { type Locale, defaultLocale, englishNames } from '#domain/locales.ts';

type Props = {
  count: number;
  locale: Locale;
  /** A field is chosen, not the form itself. */
  isChosen: boolean;
  onSettings: () => void;
};

/** The header of the list of fields. */
export function FieldsHead({ count, locale, isChosen, onSettings }: Props): ReactNode {
  return (
    <>
      <div className="ed-builder__form-head">
        <h2 className="ed-builder__heading" id="ed-builder-fields">
          Fields <span className="ed-list__count">{count}</span>
        </h2>
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet"
          aria-pressed={!isChosen}
          onClick={onSettings}
        >
          Form settings
        </button>
      </div>
      {locale === defaultLocale ? null : (
        <p className="ed-builder__hint">
          The fields are the same in every language. Choose one to write its {englishNames[locale]} words; switch to
          English to add, move or remove fields.
        </p>
      )}
    </>
  );
}
