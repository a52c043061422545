import type { FormAnswerContent } from '#modules/custom-forms/FormAnswer.tsx';
import { translateFor } from '#ui/i18n/translate.ts';
import type { FormPage } from './messages.ts';

/** The content of a page that answers a form, in its locale. */
export function answerContent(page: FormPage): FormAnswerContent {
  const t = translateFor(page.address.locale);
  switch (page.kind) {
    case 'edit': {
      const problems = new Map([...page.problems].map(([name, problem]) => [name, t(`form.error.${problem}`)]));
      return { kind: 'edit', definition: page.definition, sent: page.sent, problems };
    }
    case 'problem': {
      const { problem, retryAfterSeconds, sent } = page;
      const message = t(`form.problem.${problem}`, { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) });
      const canRetry = sent.size > 0 && (problem === 'limited' || problem === 'unavailable');
      return { kind: 'problem', message, canRetry, sent };
    }
    default:
      return page;
  }
}
