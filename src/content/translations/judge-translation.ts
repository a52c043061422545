import { z } from 'zod';
import type { Actor } from '#content/clients/actor.ts';
import { callFunction } from '#content/clients/call-function.ts';
import type { TargetLocale } from '#domain/locales.ts';
import { type Result, fail, ok } from '#domain/result.ts';

export type Judgement = {
  locale: TargetLocale;
  sourceHash: string;
  targetHash: string;
  /** Checked: it is right beside this source. Kept: it is meant to say the same as its source. */
  state: 'checked' | 'kept';
};

/**
 * Notes what a person says of a text beside its English one, for all places where the two stand beside each other.
 *
 * @returns `conflict` where one of them has changed since the person saw it
 */
export async function judgeTranslation(actor: Actor, judgement: Judgement): Promise<Result<null>> {
  const answer = await callFunction(actor.service, 'judge_translation', z.enum(['saved', 'not-found', 'invalid']), {
    p_actor: actor.userId,
    p_locale: judgement.locale,
    p_source: judgement.sourceHash,
    p_target: judgement.targetHash,
    p_state: judgement.state,
  });
  switch (answer) {
    case 'saved':
      return ok(null);
    case 'not-found':
      return fail('conflict', 'One of these texts has changed since you opened them. Look at them once more.');
    case 'invalid':
      return fail('invalid', 'Only a text that says the same as the English one can be meant to.');
  }
}
