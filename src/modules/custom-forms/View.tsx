import type { ReactNode } from 'react';
import { formHref } from '#domain/forms/form-address.ts';
import { FormSender } from '#ui/forms/FormSender.tsx';
import { pickSenderTexts } from '#ui/forms/sender-texts.ts';
import { Island } from '#ui/islands/Island.tsx';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { FormMarkup } from './FormMarkup.tsx';
import type { customForms } from './schema.ts';
import '#ui/primitives/side-heading.css';
import '#ui/primitives/control.css';
import './custom-forms.css';

/** A form that is sent by a script, or by the browser without one. */
export function View({ id, data, context }: ViewProps<typeof customForms>): ReactNode {
  const { form } = data;
  const { t, locale } = context;
  const action = formHref({
    formId: form.id,
    version: form.version,
    locale,
    successUrl: data.successUrl || null,
    page: null,
  });
  return (
    <ModuleSection id={id} type="CUSTOM_FORMS" data={data} className="custom-forms side-heading" context={context}>
      <Island
        name="FormSender"
        component={FormSender}
        id={`module-${id}-form`}
        props={{ words: pickSenderTexts(t) }}
        slots={{
          form: {
            element: (
              <FormMarkup
                id={`module-${id}`}
                action={action}
                title={form.title}
                fields={form.fields}
                privacyHref={form.privacyHref}
                level={innerLevel(data.heading)}
                t={t}
              />
            ),
          },
        }}
      />
    </ModuleSection>
  );
}
