import type { ReactNode } from 'react';
import type { DraftField } from '#domain/forms/form-fields.ts';
import { addOption, changeField, changeOptionValue, changeTexts } from '#domain/forms/form-structure.ts';
import type { Locale } from '#domain/locales.ts';
import { FieldProperties } from './FieldProperties.tsx';
import type { FormDraft, Problems } from './form-draft.ts';
import { FormSettings } from './FormSettings.tsx';
import type { FieldCommands } from './use-field-commands.ts';
import type { ChangeDraft } from './use-form-edits.ts';

type Props = {
  /** The field that is chosen; null for the form itself. */
  field: DraftField | null;
  draft: FormDraft;
  locale: Locale;
  /** The errors of the shown properties. */
  problems: Problems;
  change: ChangeDraft;
  commands: FieldCommands;
};

/** The properties of the chosen field, or of the form. */
export function BuilderProperties({ field, draft, locale, problems, change, commands }: Props): ReactNode {
  const { fields } = draft;
  return (
    <section className="ed-builder__properties" aria-label="Properties">
      {field ? (
        <button
          type="button"
          className="ed-button ed-button--small ed-builder__back"
          onClick={() => commands.focusRow(field.id)}
        >
          Back to the fields
        </button>
      ) : null}
      {field ? (
        <FieldProperties
          field={field}
          fields={fields}
          locale={locale}
          problems={problems}
          onChange={(next, subject) =>
            change({ fields: changeField(fields, field.id, next) }, subject && `${field.id} ${subject}`)
          }
          onTexts={(texts, subject) =>
            change({ fields: changeTexts(fields, field.id, locale, texts) }, `${field.id} ${locale} ${subject}`)
          }
          onOptionValue={(index, value) => change({ fields: changeOptionValue(fields, field.id, index, value) })}
          onAddOption={() => change({ fields: addOption(fields, field.id) })}
          onDuplicate={() => commands.duplicate(field.id)}
          onRemove={() => commands.remove(field.id)}
        />
      ) : (
        <FormSettings draft={draft} locale={locale} problems={problems} onChange={change} />
      )}
    </section>
  );
}
