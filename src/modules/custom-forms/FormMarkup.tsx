import type { ReactNode } from 'react';
import { type FormField, shownFields } from '#domain/forms/form-fields.ts';
import { honeypot } from '#domain/forms/names.ts';
import type { Level } from '#ui/primitives/HeadingAt.tsx';
import type { Translate } from '#view-model/view-props.ts';
import { FormFieldView } from './FormFieldView.tsx';

type FormMarkupProps = {
  /** The prefix of the fields' ids. */
  id: string;
  action: string;
  title: string;
  fields: readonly FormField[];
  level: Level;
  /** The site's privacy notice; null where it has none. */
  privacyHref: string | null;
  t: Translate;
  /** The previous answers and their problems. */
  answers?: ReadonlyMap<string, readonly string[]>;
  problems?: ReadonlyMap<string, string>;
};

const nothing = new Map<string, never>();

/** The id of a field on its page. */
export function fieldId(id: string, field: FormField): string {
  return `${id}-${field.id}`;
}

/** A form as plain HTML, which the browser checks and sends. */
export function FormMarkup(props: FormMarkupProps): ReactNode {
  const { id, fields, t, answers = nothing, problems = nothing } = props;
  const shown = new Set(shownFields(fields, (name) => answers.get(name) ?? getStart(fields, name)));
  const hasButton = fields.some(({ fieldType }) => fieldType === 'Button');
  return (
    <form className="custom-forms__form" method="post" action={props.action} aria-label={props.title}>
      {fields.some((field) => field.isRequired) ? <p className="custom-forms__note">{t('form.requiredNote')}</p> : null}
      {fields.map((field) => (
        <FormFieldView
          key={field.id}
          field={field}
          id={fieldId(id, field)}
          level={props.level}
          t={t}
          isShown={shown.has(field)}
          answer={answers.get(field.name) ?? []}
          problem={problems.get(field.name) ?? ''}
        />
      ))}
      <p className="custom-forms__trap" aria-hidden="true">
        <label>
          {t('form.trap')}
          <input type="text" name={honeypot} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      {hasButton ? null : (
        <button type="submit" className="button button--primary">
          {t('form.submit')}
        </button>
      )}
      {props.privacyHref === null ? null : (
        <p className="custom-forms__note">
          <a href={props.privacyHref}>{t('form.privacy')}</a>
        </p>
      )}
    </form>
  );
}

/** The initial value of a field. */
function getStart(fields: readonly FormField[], name: string): readonly string[] {
  const field = fields.find((other) => other.name === name);
  return field?.fieldType === 'Slider' ? [String(field.minValue)] : [];
}
