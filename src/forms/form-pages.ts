import { readAnswers } from '#domain/forms/answers.ts';
import { type FormAddress, formHref } from '#domain/forms/form-address.ts';
import type { SiteId } from '#domain/sites.ts';
import { type FormPage, type FormProblem, type SentTexts, formProblems } from './messages.ts';
import type { Submission } from './read-submission.ts';
import type { AskedForm, Sender, SubmissionIntake } from './submission-intake.ts';

/** Renders a page for a visitor without JavaScript. */
export type RenderFormPage = (page: FormPage) => Promise<Response>;

type FormSubmission = Extract<Submission, { by: 'form' }>;

/** The pages that answer a form sent without a script. */
export class FormPages {
  readonly #intake: SubmissionIntake;
  readonly #render: RenderFormPage;

  constructor(intake: SubmissionIntake, render: RenderFormPage) {
    this.#intake = intake;
    this.#render = render;
  }

  /** Without a script a form is sent twice: the first answer asks for confirmation, with a token for the second. */
  async answer(submission: FormSubmission, address: FormAddress, sender: Sender): Promise<Response> {
    const { site } = sender;
    const { texts: sent, token, isTrapped, wantsToEdit } = submission;
    const definition = await this.#intake.readDefinition(address);
    if (typeof definition === 'string') return this.showProblem(definition, address, site, sent);
    const form = { address, sender, definition };
    if (wantsToEdit) return this.#edit(sent, form, new Map(), 200);
    if (token === '' && !isTrapped) return this.#askToConfirm(submission, form, false);
    const outcome = await this.#intake.confirm(submission, form);
    switch (outcome.status) {
      case 'stored':
        return redirect(outcome.successUrl ?? formHref({ ...address, successUrl: null }, 'sent'));
      case 'invalid':
        return this.#edit(sent, form, outcome.problems, 422);
      case 'captcha':
        return this.#askToConfirm(submission, form, true);
      case 'limited':
        return this.showProblem('limited', address, site, sent, outcome.retryAfterSeconds);
      default:
        return this.showProblem(outcome.status, address, site, sent);
    }
  }

  /** Says that a form has been sent. */
  thank(address: FormAddress, site: SiteId): Promise<Response> {
    return this.#render({ kind: 'sent', site, address, status: 200 });
  }

  /** Says why nothing was stored, and offers to send the same values again. */
  async showProblem(
    problem: FormProblem,
    address: FormAddress,
    site: SiteId,
    sent: SentTexts = new Map(),
    retryAfterSeconds = 0,
  ): Promise<Response> {
    const status = formProblems[problem];
    const page = await this.#render({ kind: 'problem', site, address, status, problem, retryAfterSeconds, sent });
    if (retryAfterSeconds > 0) page.headers.set('retry-after', String(retryAfterSeconds));
    return page;
  }

  #edit(
    sent: SentTexts,
    { address, sender: { site }, definition }: AskedForm,
    problems: Extract<FormPage, { kind: 'edit' }>['problems'],
    status: number,
  ): Promise<Response> {
    return this.#render({ kind: 'edit', site, address, definition, sent, problems, status });
  }

  async #askToConfirm(submission: FormSubmission, form: AskedForm, isRepeated: boolean): Promise<Response> {
    const { address, sender, definition } = form;
    const { answers, texts: sent } = submission;
    const read = readAnswers(definition.fields, answers);
    if (!read.ok) return this.#edit(sent, form, read.problems, 422);
    const token = await this.#intake.makeConfirmation(address.formId);
    const status = isRepeated ? formProblems.captcha : 200;
    return this.#render({
      kind: 'confirm',
      site: sender.site,
      address,
      definition,
      sent,
      token,
      isRepeated,
      status,
    });
  }
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
