import type { Translate } from '#view-model/view-props.ts';

/** The messages of a form that a script sends, in the page's language. */
export function pickSenderTexts(t: Translate) {
  return {
    required: t('form.error.required'),
    tooLong: t('form.error.tooLong'),
    range: t('form.error.range'),
    date: t('form.error.date'),
    captcha: t('form.captcha'),
    unproven: t('form.problem.captcha'),
    sending: t('form.sending'),
    offline: t('form.offline'),
    retry: t('form.retry'),
    restored: t('form.restored'),
    clear: t('form.clear'),
    thanks: t('form.thanks.title'),
    thanksLead: t('form.thanks.lead'),
  };
}
export type SenderTexts = ReturnType<typeof pickSenderTexts>;
