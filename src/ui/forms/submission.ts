import { followLink } from '../follow-link.ts';
import { findProblems, resetForm, showProblems } from './form-dom.ts';
import { forgetProgress } from './form-progress.ts';
import { type Answer, type Prepared, fetchSolution, sendForm } from './send-form.ts';
import type { SenderTexts } from './sender-texts.ts';

/**
 * Where sending has got to. A problem is said below the button, with a way to try again: there is no token, or no answer. Whatever
 * else is answered shows at the fields or not at all.
 */
export type SendingState =
  | { is: 'open'; problem: string }
  /** Waiting for the puzzle, or for the server. */
  | { is: 'checking' }
  | { is: 'sending' }
  | { is: 'sent' };

export const open = { is: 'open', problem: '' } as const satisfies SendingState;

/** What is sent with one form: the solution of its puzzle, and the key by which the server knows it when it is sent again. */
export class Submission {
  readonly #form: HTMLFormElement;
  readonly #words: SenderTexts;
  readonly #show: (state: SendingState) => void;
  #prepared: Promise<Prepared> | null = null;
  #key = crypto.randomUUID();
  #isBusy = false;

  constructor(form: HTMLFormElement, words: SenderTexts, show: (state: SendingState) => void) {
    this.#form = form;
    this.#words = words;
    this.#show = show;
  }

  /** Gets and solves the puzzle, which takes a moment: before anybody waits for it. */
  prepare(): Promise<Prepared> {
    this.#prepared ??= fetchSolution(this.#form).then((proof) => {
      // A request that failed at the first input may succeed at submission.
      if (proof.solution === null) this.#prepared = null;
      return proof;
    });
    return this.#prepared;
  }

  /** Checks and sends the form, and shows what became of it. Nothing happens while it is being sent. */
  async send(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const state = await this.#checkAndSend();
    this.#isBusy = false;
    this.#show(state);
  }

  async #checkAndSend(): Promise<SendingState> {
    const problems = findProblems(this.#form, this.#words);
    showProblems(this.#form, problems);
    if (problems.size > 0) return open;
    const answer = await this.#deliver();
    switch (answer.kind) {
      case 'sent':
        forgetProgress(this.#form);
        resetForm(this.#form);
        this.#key = crypto.randomUUID();
        this.#prepared = null;
        if (answer.successUrl === null) return { is: 'sent' };
        followLink(answer.successUrl);
        return { is: 'sending' };
      case 'problems':
        showProblems(this.#form, answer.problems);
        return open;
      case 'unproven':
        return { is: 'open', problem: this.#words.unproven };
      case 'refused':
        return open;
      case 'unanswered':
        return { is: 'open', problem: this.#words.offline };
    }
  }

  /** A solution that the server does not take any more, as after an hour, is replaced once without a word. */
  async #deliver(isAgain = false): Promise<Answer> {
    this.#show({ is: 'checking' });
    const proof = await this.prepare();
    if (proof.solution === null) return { kind: proof.why };
    this.#show({ is: 'sending' });
    const answer = await sendForm(this.#form, proof.solution, this.#key);
    if (answer.kind !== 'unproven') return answer;
    this.#prepared = null;
    return isAgain ? answer : this.#deliver(true);
  }
}
