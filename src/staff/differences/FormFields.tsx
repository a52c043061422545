import type { ReactNode } from 'react';
import type { FormField } from '#domain/forms/form-fields.ts';
import { readStoredFields } from '#domain/forms/stored-fields.ts';
import { englishNames, locales } from '#domain/locales.ts';

/** The fields of a form, as far as they can be read: what each asks, and by which rules. */
export default function FormFields({ content }: { content: readonly unknown[] }): ReactNode {
  return (
    <ol className="ed-versions__items">
      {readStoredFields(content).fields.map((field) => (
        <li key={field.id}>{[field.label || field.buttonText || field.name, ...describeRules(field)].join(' · ')}</li>
      ))}
    </ol>
  );
}

function describeRules(field: FormField): string[] {
  const { fieldType, options, isConditional, conditionalName, conditionalValue, localized } = field;
  const languages = locales.filter((locale) => locale in localized).map((locale) => englishNames[locale]);
  return [
    fieldType.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(),
    field.isRequired ? 'required' : '',
    options.map(({ optionLabel }) => optionLabel).join(', '),
    fieldType === 'Slider' ? `${field.minValue} to ${field.maxValue}` : '',
    field.isPlaceholderVisible ? field.placeholder : '',
    field.isHelpBlockVisible ? field.helpBlockText : '',
    isConditional ? `shown where ${conditionalName} is ${conditionalValue.replaceAll(';', ' or ')}` : '',
    languages.length > 0 ? `also in ${languages.join(', ')}` : '',
  ].filter((rule) => rule !== '');
}
