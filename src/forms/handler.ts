import { type FormAddress, readFormAddress } from '#domain/forms/form-address.ts';
import { isStorable } from '#domain/text/text.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { outcomeJson } from './describe-outcome.ts';
import { FormPages, type RenderFormPage } from './form-pages.ts';
import type { FormProblem, Outcome, SentTexts } from './messages.ts';
import { type BodyReader, type SubmissionBody, fromScript, isFromForm, readSubmission } from './read-submission.ts';
import { type IntakeOptions, type Sender, SubmissionIntake } from './submission-intake.ts';

/**
 * Takes in what visitors send with forms. The server and the Edge Function run this same handler: it knows requests, the content
 * client and the rules of the domain, and is given the rest.
 */
type FormsOptions = BodyReader &
  IntakeOptions & {
    /** Counts a request of a network address, and answers with the seconds to wait, or 0. */
    throttle: (sender: string) => Promise<number>;
    renderPage: RenderFormPage;
    /** Called when the database did not answer; never with what was sent. */
    onUnavailable: (error: DatabaseUnavailable) => void;
  };

export type FormsHandler = {
  /** Answers every request below `/forms`. */
  answer: (request: Request, sender: Sender) => Promise<Response>;
  /** The same without HTTP, for the action: what a script would have posted to the address. */
  submit: (address: FormAddress, body: SubmissionBody, sender: Sender) => Promise<Outcome>;
};

/** Requests of one sender in a minute, whatever becomes of them: more than anybody makes by hand. */
export const requestLimit = { points: 120, duration: 60 } as const;

export function createFormsHandler(options: FormsOptions): FormsHandler {
  const intake = new SubmissionIntake(options);
  const pages = new FormPages(intake, options.renderPage);

  return {
    async submit(address, body, sender) {
      const wait = await options.throttle(sender.address);
      if (wait > 0) return { status: 'limited', retryAfterSeconds: wait };
      return intake.submit(fromScript(body), { ...address, page: parsePath(body.page) ?? address.page }, sender);
    },

    async answer(request, sender) {
      const asked = readFormAddress(new URL(request.url));
      if (!asked) return plain(404, 'There is no form here.');
      const { step } = asked;
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      if (step === 'send' ? request.method !== 'POST' : !isReading) {
        const allow = step === 'send' ? 'POST' : 'GET, HEAD';
        return plain(405, `This address is called with ${allow}.`, { allow });
      }
      const address = { ...asked.address, page: asked.address.page ?? getReferer(request) };
      if (step === 'sent') return pages.thank(address, sender.site);
      const asPage = step === 'send' && isFromForm(request);
      const wait = await options.throttle(sender.address);
      const refuse = (problem: Exclude<FormProblem, 'invalid'>, sent?: SentTexts, seconds = 0) =>
        asPage
          ? pages.showProblem(problem, address, sender.site, sent, seconds)
          : outcomeJson({ status: problem, retryAfterSeconds: seconds }, address);
      let sent: SentTexts | undefined;
      try {
        if (step === 'challenge') {
          if (wait > 0) return refuse('limited', undefined, wait);
          return Response.json(await intake.makeChallenge(address.formId), {
            headers: { 'cache-control': 'no-store' },
          });
        }
        const read = await readSubmission(request, options);
        if (!read.ok) return await refuse(read.problem);
        const { submission } = read;
        if (submission.by === 'form') sent = submission.texts;
        if (wait > 0) return await refuse('limited', sent, wait);
        if (submission.by === 'form') return await pages.answer(submission, address, sender);
        const page = parsePath(submission.page) ?? address.page;
        return outcomeJson(await intake.submit(submission, { ...address, page }, sender), address);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable && error.isAway)) throw error;
        options.onUnavailable(error);
        return refuse('unavailable', sent);
      }
    },
  };
}

function plain(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** The path of the page that a form stood on, as the browser says. */
function getReferer(request: Request): string | null {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return null;
  const { pathname } = new URL(referer);
  return pathname.startsWith('/forms/') ? null : parsePath(pathname);
}

function parsePath(page: string | null): string | null {
  return page !== null && /^\/(?![/\\])[^\s]*$/.test(page) && isStorable(page) && page.length <= 2000 ? page : null;
}
