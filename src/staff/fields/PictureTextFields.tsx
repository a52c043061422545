import type { ReactNode } from 'react';
import { type Locale, defaultLocale, englishNames, languageCodes } from '#domain/locales.ts';
import type { Issue } from '#domain/result.ts';
import { localesHere } from '../calls/editor-site.ts';
import { LabeledField } from './LabeledField.tsx';

type Alt = Partial<Record<Locale, string>>;
export type Errors = Readonly<Record<string, string>>;

/** The first message of each field, by its path. */
export function byField(issues: readonly { path: readonly PropertyKey[]; message: Issue['message'] }[]): Errors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), message]));
}

type Props = {
  alt: Alt;
  /** Null for a picture that always needs a text. */
  decorative: boolean | null;
  errors: Errors;
  isBusy: boolean;
  onAlt: (alt: Alt) => void;
  onDecorative: (decorative: boolean) => void;
};

/** The alternative text of a picture in each language of the site, unless it only decorates. */
export function PictureTextFields({ alt, decorative, errors, isBusy, onAlt, onDecorative }: Props): ReactNode {
  return (
    <>
      {decorative === null ? null : (
        <label className="ed-check">
          <input
            type="checkbox"
            checked={decorative}
            disabled={isBusy}
            onChange={(event) => onDecorative(event.target.checked)}
          />
          <span>Decorative: it needs no text</span>
        </label>
      )}
      {decorative ? null : <AltTexts {...{ alt, errors, isBusy, onAlt }} />}
    </>
  );
}

type AltProps = Pick<Props, 'alt' | 'errors' | 'isBusy' | 'onAlt'>;

function AltTexts({ alt, errors, isBusy, onAlt }: AltProps): ReactNode {
  return (
    <fieldset className="ed-group">
      <legend className="ed-group__legend">Alternative text</legend>
      <p className="ed-dialog__note">What the picture shows, for people who cannot see it.</p>
      {localesHere().map((locale) => (
        <LabeledField
          key={locale}
          label={englishNames[locale]}
          error={errors[`alt.${locale}`]}
          required={locale === defaultLocale}
        >
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              className="ed-input"
              lang={languageCodes[locale]}
              autoComplete="off"
              disabled={isBusy}
              value={alt[locale] ?? ''}
              onChange={(event) => onAlt({ ...alt, [locale]: event.target.value })}
            />
          )}
        </LabeledField>
      ))}
    </fieldset>
  );
}
