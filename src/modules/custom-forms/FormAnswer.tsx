import type { ReactNode } from 'react';
import { type FormField, checkedValue, isAnswered, shownFields } from '#domain/forms/form-fields.ts';
import { type FormAddress, formHref } from '#domain/forms/form-address.ts';
import { reservedNames } from '#domain/forms/names.ts';
import type { Locale } from '#domain/locales.ts';
import { formatDay } from '#ui/primitives/dates.tsx';
import type { Translate } from '#view-model/view-props.ts';
import { FormMarkup, fieldId } from './FormMarkup.tsx';

type Texts = ReadonlyMap<string, readonly string[]>;
type Definition = { title: string; fields: readonly FormField[] };

/** The page that answers a form sent without a script. */
export type FormAnswerContent =
  | { kind: 'edit'; definition: Definition; sent: Texts; problems: ReadonlyMap<string, string> }
  | { kind: 'confirm'; definition: Definition; sent: Texts; token: string; isRepeated: boolean }
  | { kind: 'problem'; message: string; canRetry: boolean; sent: Texts }
  | { kind: 'sent' };

type FormAnswerProps = { content: FormAnswerContent; address: FormAddress; privacyHref: string | null; t: Translate };

/** The heading of such a page. */
export function formAnswerTitle(content: FormAnswerContent, t: Translate): string {
  switch (content.kind) {
    case 'edit':
      return content.definition.title;
    case 'confirm':
      return t('form.confirm.title');
    case 'problem':
      return t('form.problem.title');
    case 'sent':
      return t('form.thanks.title');
  }
}

/** The form with its problems, the answers to confirm, a failure, or thanks. */
export function FormAnswer({ content, address, privacyHref, t }: FormAnswerProps): ReactNode {
  return (
    <section className="module custom-forms form-answer on-white space-top-md space-bottom-lg">
      <h1 className="form-answer__title">{formAnswerTitle(content, t)}</h1>
      <Content content={content} address={address} privacyHref={privacyHref} t={t} />
    </section>
  );
}

function Content({ content, address, privacyHref, t }: FormAnswerProps): ReactNode {
  switch (content.kind) {
    case 'edit':
      return <Edit {...content} address={address} privacyHref={privacyHref} t={t} />;
    case 'confirm':
      return <Confirm {...content} address={address} t={t} />;
    case 'problem':
      return (
        <>
          <p role="alert" className="form-answer__problem">
            {content.message}
          </p>
          {content.canRetry ? (
            <form method="post" action={formHref(address)}>
              <Sent sent={content.sent} />
              <button type="submit" className="button button--primary">
                {t('form.retry')}
              </button>
            </form>
          ) : null}
          <Back address={address} t={t} />
        </>
      );
    case 'sent':
      return (
        <>
          <p className="form-answer__lead">{t('form.thanks.lead')}</p>
          <Back address={address} t={t} />
        </>
      );
  }
}

const formId = 'form';

type EditProps = Omit<Extract<FormAnswerContent, { kind: 'edit' }>, 'kind'> & Omit<FormAnswerProps, 'content'>;

function Edit({ definition, sent, problems, address, privacyHref, t }: EditProps): ReactNode {
  const wrong = definition.fields.filter(({ name }) => problems.has(name));
  return (
    <>
      {wrong.length > 0 ? (
        <div role="alert" className="form-answer__problem">
          <p>{t('form.problem.invalid')}</p>
          <ul>
            {wrong.map((field) => (
              <li key={field.id}>
                <a href={`#${fieldId(formId, field)}`}>{field.label || field.name}</a>: {problems.get(field.name)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <FormMarkup
        id={formId}
        action={formHref(address)}
        title={definition.title}
        fields={definition.fields}
        level={2}
        privacyHref={privacyHref}
        t={t}
        answers={sent}
        problems={problems}
      />
    </>
  );
}

type ConfirmProps = Omit<Extract<FormAnswerContent, { kind: 'confirm' }>, 'kind'> &
  Omit<FormAnswerProps, 'content' | 'privacyHref'>;

function Confirm({ definition, sent, token, isRepeated, address, t }: ConfirmProps): ReactNode {
  const shown = shownFields(definition.fields, (name) => sent.get(name) ?? []);
  return (
    <>
      {isRepeated ? (
        <p role="alert" className="form-answer__problem">
          {t('form.problem.captcha')}
        </p>
      ) : null}
      <p className="form-answer__lead">{t('form.confirm.lead')}</p>
      <dl className="form-answer__entries">
        {shown
          .filter(({ fieldType }) => isAnswered(fieldType))
          .map((field) => (
            <div key={field.id}>
              <dt>{field.label || field.name}</dt>
              <dd>{sayAnswer(field, sent.get(field.name) ?? [], address.locale, t)}</dd>
            </div>
          ))}
      </dl>
      <form method="post" action={formHref(address)} className="form-answer__actions">
        <Sent sent={sent} />
        <input type="hidden" name={reservedNames.token} value={token} />
        <button type="submit" className="button button--primary">
          {t('form.confirm.submit')}
        </button>
        <button type="submit" className="button button--secondary" name={reservedNames.step} value="edit">
          {t('form.confirm.change')}
        </button>
      </form>
    </>
  );
}

/** An answer as a person reads it. */
function sayAnswer(field: FormField, values: readonly string[], locale: Locale, t: Translate): string {
  if (field.fieldType === 'Checkbox' && field.options.length === 0) {
    return t(values.includes(checkedValue) ? 'form.yes' : 'form.no');
  }
  const [only = ''] = values;
  if (field.fieldType === 'DatePicker' && only !== '') return formatDay(only, locale);
  const labels = new Map(field.options.map(({ optionValue, optionLabel }) => [optionValue, optionLabel]));
  return values.map((value) => labels.get(value) ?? value.trim()).join(', ') || t('form.none');
}

/** The submitted values, to be sent again. */
function Sent({ sent }: { sent: Texts }): ReactNode {
  return [...sent].flatMap(([name, values]) =>
    values.map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
  );
}

function Back({ address: { page }, t }: Pick<FormAnswerProps, 'address' | 't'>): ReactNode {
  return page === null ? null : (
    <p className="form-answer__back">
      <a className="text-link" href={page}>
        <span>{t('form.back')}</span>
      </a>
    </p>
  );
}
