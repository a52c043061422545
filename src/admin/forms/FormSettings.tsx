import type { ReactNode } from 'react';
import { retentionLimits } from '#domain/forms/built-form.ts';
import { type Locale, defaultLocale, englishNames } from '#domain/locales.ts';
import { EnglishProvider } from '#staff/fields/english.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import type { FormDraft, Problems } from './form-draft.ts';
import { TextProperty } from './TextProperty.tsx';

type Props = {
  draft: FormDraft;
  locale: Locale;
  problems: Problems;
  onChange: (change: Partial<FormDraft>, subject: string) => void;
};

/** The settings of the form itself, shown while no field is chosen. */
export function FormSettings({ draft, locale, problems, onChange }: Props): ReactNode {
  const isEnglish = locale === defaultLocale;
  return (
    <EnglishProvider values={isEnglish ? null : { title: draft.title }}>
      <h2 className="ed-builder__heading">Form</h2>
      <p className="ed-builder__hint">Choose a field to change it.</p>
      {isEnglish ? null : (
        <TextProperty
          label={`Form name in ${englishNames[locale]}`}
          path="title"
          locale={locale}
          value={draft.titles[locale] ?? ''}
          error={problems.get(`titles.${locale}`)}
          onChange={(title) => onChange({ titles: { ...draft.titles, [locale]: title } }, `title ${locale}`)}
        />
      )}
      {isEnglish ? (
        <>
          <LabeledField
            label="Success URL"
            error={problems.get('successUrl')}
            help="Where visitors are taken after sending, on one of the own sites. Empty: they are thanked."
          >
            {({ labelId: _, ...ids }) => (
              <input
                {...ids}
                className="ed-input"
                autoComplete="off"
                placeholder="/thanks"
                value={draft.successUrl}
                onChange={(event) => onChange({ successUrl: event.target.value }, 'successUrl')}
              />
            )}
          </LabeledField>
          <LabeledField
            label="Keep submissions for (days)"
            error={problems.get('retentionDays')}
            help="They are deleted by themselves when their time has come. A change applies to new ones, once it is published."
            required
          >
            {({ labelId: _, ...ids }) => (
              <input
                {...ids}
                type="number"
                min={retentionLimits.min}
                max={retentionLimits.max}
                className="ed-input ed-input--number"
                value={draft.retentionDays ?? ''}
                onChange={({ target: { valueAsNumber } }) =>
                  onChange({ retentionDays: Number.isNaN(valueAsNumber) ? null : valueAsNumber }, 'retentionDays')
                }
              />
            )}
          </LabeledField>
        </>
      ) : null}
    </EnglishProvider>
  );
}
