import type { ReactNode } from 'react';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '../contract.ts';
import { FormFieldView } from './FormFieldView.tsx';
import type { customForms } from './schema.ts';
import './custom-forms.css';

/** A form as plain HTML: the browser checks it and sends it. One without fields is nothing (spec section 8). */
export function View({ id, data, context }: ViewProps<typeof customForms>): ReactNode {
  const { form } = data;
  const { t } = context;
  const isRequiredSomewhere = form.fields.some((field) => field.isRequired);
  const hasButton = form.fields.some(({ fieldType }) => fieldType === 'Button');
  return (
    <ModuleSection id={id} type="CUSTOM_FORMS" data={data} className="custom-forms" context={context}>
      {form.fields.length === 0 ? null : (
        <form
          className="custom-forms__form"
          method="post"
          action={`/forms/${form.id}`}
          aria-label={form.title}
          data-success-url={data.successUrl || undefined}
        >
          {isRequiredSomewhere ? <p className="custom-forms__note">{t('form.requiredNote')}</p> : null}
          {form.fields.map((field) => (
            <FormFieldView
              key={field.id}
              field={field}
              id={`module-${id}-${field.id}`}
              level={innerLevel(data.heading)}
              t={t}
            />
          ))}
          {hasButton ? null : (
            <button type="submit" className="button button--primary">
              {t('form.submit')}
            </button>
          )}
        </form>
      )}
    </ModuleSection>
  );
}
