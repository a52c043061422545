import type { ReactNode } from 'react';
import { type Locale, languageCodes } from '#domain/locales.ts';
import { EnglishBeside } from '#staff/fields/english.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';

type Props = {
  label: string;
  /** Of the English text to show beside it. */
  path: string;
  locale: Locale;
  value: string;
  error?: string | undefined;
  /** An example of what to write. */
  placeholder?: string;
  required?: boolean;
  isLong?: boolean;
  onChange: (value: string) => void;
};

/** A text of a field in the chosen language, with the English one beside it where that is another. */
export function TextProperty({
  label,
  path,
  locale,
  value,
  error,
  placeholder,
  required = false,
  isLong = false,
  onChange,
}: Props): ReactNode {
  return (
    <LabeledField label={label} error={error} required={required}>
      {({ labelId, ...ids }) => {
        const control = { ...ids, lang: languageCodes[locale], value, placeholder, autoComplete: 'off' };
        return (
          <>
            {isLong ? (
              <textarea
                {...control}
                className="ed-input ed-input--area ed-input--short"
                onChange={(event) => onChange(event.target.value)}
              />
            ) : (
              <input {...control} className="ed-input" onChange={(event) => onChange(event.target.value)} />
            )}
            <EnglishBeside
              path={path}
              labelId={labelId}
              value={value}
              onCopy={(english) => {
                if (typeof english === 'string') onChange(english);
              }}
            />
          </>
        );
      }}
    </LabeledField>
  );
}
