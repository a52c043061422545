import type { FormAddress } from '#domain/forms/form-address.ts';
import { translateFor } from '#ui/i18n/translate.ts';
import { type Outcome, formProblems } from './messages.ts';

/** The JSON answer for a script: `message` is the code, `text` is for the visitor, and `errors` are shown at their fields. */
export function outcomeJson(outcome: Outcome, { locale }: Pick<FormAddress, 'locale'>): Response {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (outcome.status === 'stored') {
    return Response.json({ message: 'success', successUrl: outcome.successUrl }, { headers });
  }
  if (outcome.status === 'limited') headers['retry-after'] = String(outcome.retryAfterSeconds);
  return Response.json(
    {
      message: outcome.status,
      text: problemText(outcome, locale),
      ...(outcome.status === 'invalid' ? { errors: fieldErrors(outcome, locale) } : {}),
    },
    { status: formProblems[outcome.status], headers },
  );
}

/** Why nothing was stored, in the visitor's language. */
export function problemText(outcome: Exclude<Outcome, { status: 'stored' }>, locale: FormAddress['locale']): string {
  const minutes = outcome.status === 'limited' ? Math.max(1, Math.ceil(outcome.retryAfterSeconds / 60)) : 0;
  return translateFor(locale)(`form.problem.${outcome.status}`, { minutes });
}

/** The errors by field, in the visitor's language. */
export function fieldErrors(
  { problems }: Extract<Outcome, { status: 'invalid' }>,
  locale: FormAddress['locale'],
): Record<string, string[]> {
  const t = translateFor(locale);
  return Object.fromEntries([...problems].map(([name, problem]) => [name, [t(`form.error.${problem}`)]]));
}
