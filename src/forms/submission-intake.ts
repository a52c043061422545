import { readAnswers } from '#domain/forms/answers.ts';
import type { FormAddress } from '#domain/forms/form-address.ts';
import { ownAddress } from '#domain/forms/success-url.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import type { Outcome } from './messages.ts';
import type { Submission } from './read-submission.ts';
import {
  type FormDefinition,
  type MissingForm,
  readFormDefinition,
  readFormSecret,
  storeSubmission,
} from './submissions.ts';
import { type ReadToken, makeChallenge, makeConfirmation, readConfirmation, readSolution, sign } from './tokens.ts';

/** The origin of a request. The address is that of a household or an office (`addressKey`). */
export type Sender = { site: SiteId; address: string };

/** A form that was sent. */
export type AskedForm = { address: FormAddress; sender: Sender; definition: FormDefinition };

/** The number of submissions stored for one sender in ten minutes. Without a script there is no puzzle, and so fewer. */
const submissionLimits = { script: 20, form: 5, windowSeconds: 600 } as const;

export type IntakeOptions = {
  client: Client;
  /** The key that signs tokens; null for the one in the database. */
  secret: string | null;
  /** The origins that visitors may be redirected to. */
  origins: readonly string[];
};

/** Validates and stores submissions, and issues their tokens. */
export class SubmissionIntake {
  readonly #options: IntakeOptions;
  #secret: Promise<string> | null = null;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** The form at an address, or why there is none. */
  readDefinition(address: FormAddress): Promise<FormDefinition | MissingForm> {
    return readFormDefinition(this.#options.client, address);
  }

  /** The puzzle that a script solves before it sends a form. */
  async makeChallenge(formId: number): ReturnType<typeof makeChallenge> {
    return makeChallenge(await this.#readSecret(), formId);
  }

  /** The token of a confirmation page. */
  async makeConfirmation(formId: number): Promise<string> {
    return makeConfirmation(await this.#readSecret(), formId);
  }

  /** Stores a submission of a script, whose token is the solution of a puzzle. */
  async submit(submission: Submission, address: FormAddress, sender: Sender): Promise<Outcome> {
    const definition = await this.readDefinition(address);
    if (typeof definition === 'string') return { status: definition };
    const solution = submission.by === 'script' ? submission.solution : '';
    return this.#store(submission, { address, sender, definition }, (secret) =>
      readSolution(secret, solution, address.formId),
    );
  }

  /** Stores a submission of an HTML form, whose token is that of the confirmation page. */
  confirm(submission: Extract<Submission, { by: 'form' }>, form: AskedForm): Promise<Outcome> {
    return this.#store(submission, form, (secret) => readConfirmation(secret, submission.token, form.address.formId));
  }

  async #store(
    submission: Submission,
    { address, sender, definition }: AskedForm,
    read: (secret: string) => Promise<ReadToken>,
  ): Promise<Outcome> {
    const answers = readAnswers(definition.fields, submission.answers);
    if (!answers.ok) return { status: 'invalid', problems: answers.problems, definition };
    const { client, origins } = this.#options;
    const successUrl = ownAddress(address.successUrl, origins) ?? ownAddress(definition.successUrl, origins);
    // A bot gets the usual answer.
    if (submission.isTrapped) return { status: 'stored', successUrl };
    const secret = await this.#readSecret();
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

  /** Cached; read again only after a failure. */
  #readSecret(): Promise<string> {
    const { client, secret } = this.#options;
    this.#secret ??= secret === null ? readFormSecret(client) : Promise.resolve(secret);
    this.#secret.catch(() => (this.#secret = null));
    return this.#secret;
  }
}
