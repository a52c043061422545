import { readAnswers } from '#domain/forms/answers.ts';
import { type FormAddress, formHref, readFormAddress } from '#domain/forms/form-address.ts';
import { ownAddress } from '#domain/forms/success-url.ts';
import type { SiteId } from '#domain/sites.ts';
import { type Client, DatabaseUnavailable } from '#content/client.ts';
import { type FormDefinition, readFormDefinition, readFormSecret, storeSubmission } from './submissions.ts';
import { isStorable } from '#domain/text.ts';
import { translateFor } from '#ui/i18n/translate.ts';
import { type FormPage, type FormProblem, type Outcome, type SentTexts, formProblems } from './messages.ts';
import {
  type BodyReader,
  type Submission,
  type SubmissionBody,
  fromScript,
  isFromForm,
  readSubmission,
} from './read-submission.ts';
import { type ReadToken, makeChallenge, makeConfirmation, readConfirmation, readSolution, sign } from './tokens.ts';

/**
 * Takes in what visitors send with forms. The server and the Edge Function run this same handler: it knows requests, the content
 * client and the rules of the domain, and is given the rest.
 */
export type FormsOptions = BodyReader & {
  client: Client;
  /** What tokens are signed with; null for the secret that the database keeps. */
  secret: string | null;
  /** Where visitors may be taken. */
  origins: readonly string[];
  /** Counts a request of a network address, and answers with the seconds to wait, or 0. */
  throttle: (sender: string) => Promise<number>;
  /** Shows a page to somebody whose browser runs no script. */
  renderPage: (page: FormPage) => Promise<Response>;
  /** Told that the database did not answer, and nothing of what was sent. */
  onUnavailable: (error: DatabaseUnavailable) => void;
};

/** Where a request comes from. The address is one that a household or an office has (`addressKey`). */
export type Sender = { site: SiteId; address: string };

export type FormsHandler = {
  /** Answers every request below `/forms`. */
  answer: (request: Request, sender: Sender) => Promise<Response>;
  /** The same without HTTP, for the action: what a script would have posted to the address. */
  submit: (address: FormAddress, body: SubmissionBody, sender: Sender) => Promise<Outcome>;
};

/** How many submissions of one sender are stored in ten minutes. Without a script there is no puzzle, and so fewer. */
export const submissionLimits = { script: 20, form: 5, windowSeconds: 600 } as const;

/** Requests of one sender in a minute, whatever becomes of them: more than anybody makes by hand. */
export const requestLimit = { points: 120, duration: 60 } as const;

export function createFormsHandler(options: FormsOptions): FormsHandler {
  const { client } = options;
  let known: Promise<string> | null = null;
  const secretOf = () => {
    known ??= options.secret === null ? readFormSecret(client) : Promise.resolve(options.secret);
    known.catch(() => (known = null));
    return known;
  };

  /** What becomes of a submission whose token was read: everything but the question of the token. */
  async function store(
    submission: Submission,
    { address, sender, definition }: { address: FormAddress; sender: Sender; definition: FormDefinition },
    read: (secret: string) => Promise<ReadToken>,
  ): Promise<Outcome> {
    const answers = readAnswers(definition.fields, submission.answers);
    if (!answers.ok) return { status: 'invalid', problems: answers.problems, definition };
    const successUrl =
      ownAddress(address.successUrl, options.origins) ?? ownAddress(definition.successUrl, options.origins);
    // A program learns nothing from having been recognised.
    if (submission.isTrapped) return { status: 'stored', successUrl };
    const secret = await secretOf();
    const token = await read(secret);
    if (!token.ok) return { status: 'captcha' };
    const key = (submission.by === 'script' && submission.key) || token.token.id;
    const { values } = answers;
    const outcome = await storeSubmission(client, {
      formId: address.formId,
      version: definition.version,
      site: sender.site,
      locale: address.locale,
      page: address.page,
      values,
      key: await sign(secret, JSON.stringify(['submission', address.formId, key, values])),
      token: token.token,
      sender: {
        hash: await sign(secret, `sender ${submission.by} ${sender.address}`),
        limit: submissionLimits[submission.by],
        windowSeconds: submissionLimits.windowSeconds,
      },
    });
    if (outcome.status === 'stored') return { status: 'stored', successUrl };
    return outcome.status === 'used' ? { status: 'captcha' } : outcome;
  }

  async function submit(submission: Submission, address: FormAddress, sender: Sender): Promise<Outcome> {
    const definition = await readFormDefinition(client, address);
    if (!definition) return { status: 'gone' };
    const solution = submission.by === 'script' ? submission.solution : '';
    return store(submission, { address, sender, definition }, (secret) =>
      readSolution(secret, solution, address.formId),
    );
  }

  /** Without a script a form is sent twice: it is shown for confirmation, with a token, and then sent with that. */
  async function answerForm(
    submission: Extract<Submission, { by: 'form' }>,
    address: FormAddress,
    sender: Sender,
  ): Promise<Response> {
    const { site } = sender;
    const { texts: sent, token } = submission;
    const definition = await readFormDefinition(client, address);
    if (!definition) return problemPage('gone', address, site, sent);
    const editing = { kind: 'edit', site, address, definition, sent } as const;
    if (submission.wantsToEdit) return options.renderPage({ ...editing, problems: new Map(), status: 200 });
    const confirm = async (isRepeated: boolean) => {
      const answers = readAnswers(definition.fields, submission.answers);
      if (!answers.ok) return options.renderPage({ ...editing, problems: answers.problems, status: 422 });
      const fresh = await makeConfirmation(await secretOf(), address.formId);
      const status = isRepeated ? formProblems.captcha : 200;
      return options.renderPage({ ...editing, kind: 'confirm', token: fresh, isRepeated, status });
    };
    if (token === '' && !submission.isTrapped) return confirm(false);
    const outcome = await store(submission, { address, sender, definition }, (secret) =>
      readConfirmation(secret, token, address.formId),
    );
    switch (outcome.status) {
      case 'stored':
        return redirect(outcome.successUrl ?? formHref({ ...address, successUrl: null }, 'sent'));
      case 'invalid':
        return options.renderPage({ ...editing, problems: outcome.problems, status: 422 });
      case 'captcha':
        return confirm(true);
      case 'limited':
        return problemPage('limited', address, site, sent, outcome.retryAfterSeconds);
      default:
        return problemPage(outcome.status, address, site, sent);
    }
  }

  async function problemPage(
    problem: FormProblem,
    address: FormAddress,
    site: SiteId,
    sent: SentTexts = new Map(),
    retryAfterSeconds = 0,
  ): Promise<Response> {
    const status = formProblems[problem];
    const page = await options.renderPage({ kind: 'problem', site, address, status, problem, retryAfterSeconds, sent });
    if (retryAfterSeconds > 0) page.headers.set('retry-after', String(retryAfterSeconds));
    return page;
  }

  return {
    async submit(address, body, sender) {
      const wait = await options.throttle(sender.address);
      if (wait > 0) return { status: 'limited', retryAfterSeconds: wait };
      return submit(fromScript(body), { ...address, page: pathOf(body.page) ?? address.page }, sender);
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
      const address = { ...asked.address, page: asked.address.page ?? refererOf(request) };
      if (step === 'sent') return options.renderPage({ kind: 'sent', site: sender.site, address, status: 200 });
      const asPage = step === 'send' && isFromForm(request);
      const wait = await options.throttle(sender.address);
      const refuse = (problem: Exclude<FormProblem, 'invalid'>, sent?: SentTexts, seconds = 0) =>
        asPage
          ? problemPage(problem, address, sender.site, sent, seconds)
          : outcomeJson({ status: problem, retryAfterSeconds: seconds }, address);
      let sent: SentTexts | undefined;
      try {
        if (step === 'challenge') {
          if (wait > 0) return refuse('limited', undefined, wait);
          return Response.json(await makeChallenge(await secretOf(), address.formId), {
            headers: { 'cache-control': 'no-store' },
          });
        }
        const read = await readSubmission(request, options);
        if (!read.ok) return await refuse(read.problem);
        const { submission } = read;
        if (submission.by === 'form') sent = submission.texts;
        if (wait > 0) return await refuse('limited', sent, wait);
        if (submission.by === 'form') return await answerForm(submission, address, sender);
        const page = pathOf(submission.page) ?? address.page;
        return outcomeJson(await submit(submission, { ...address, page }, sender), address);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        options.onUnavailable(error);
        return refuse('unavailable', sent);
      }
    },
  };
}

/** What a script is answered: `message` decides, `text` is for the visitor, and `errors` stand under their fields. */
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

/** What is wrong with which field, in the visitor's language. */
export function fieldErrors(
  { problems }: Extract<Outcome, { status: 'invalid' }>,
  locale: FormAddress['locale'],
): Record<string, string[]> {
  const t = translateFor(locale);
  return Object.fromEntries([...problems].map(([name, problem]) => [name, [t(`form.error.${problem}`)]]));
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

function plain(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** The path of the page that a form stood on, as the browser says. */
function refererOf(request: Request): string | null {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return null;
  const { pathname } = new URL(referer);
  return pathname.startsWith('/forms/') ? null : pathOf(pathname);
}

function pathOf(page: string | null): string | null {
  return page !== null && /^\/(?![/\\])[^\s]*$/.test(page) && isStorable(page) && page.length <= 2000 ? page : null;
}
