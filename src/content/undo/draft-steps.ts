import { z } from 'zod';
import { callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import type { Locale } from '#domain/locales.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import { notEditable } from '#content/drafts/drafts.ts';
import { refuseFixedBelow, fixedPages } from '#content/tree/refuse-page.ts';
import { type DraftStepRow, draftStepRow, describeStep } from './describe-step.ts';

/** Undoing and redoing what a member of the staff did to a draft. */

/** What a person would undo or redo next. */
export type DraftStep = {
  id: number;
  /** As a sentence without its end. */
  announcement: string;
  /** It changes which modules there are, or where: that is done in the default locale. */
  isStructure: boolean;
};
export type DraftSteps = { undo: DraftStep | null; redo: DraftStep | null };

const stepsRow = z.object({ undo: draftStepRow.nullable(), redo: draftStepRow.nullable() });

const travelAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), step: draftStepRow, steps: stepsRow }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('not-editable') }),
  z.object({ status: z.literal('english-only') }),
  z.object({ status: z.literal('locked'), pages: fixedPages }),
  z.object({ status: z.literal('conflict'), steps: stepsRow }),
  // Without a step where none tells.
  z.object({
    status: z.literal('built-upon'),
    obstacle: z.union([draftStepRow, z.strictObject({}).transform(() => null)]),
    steps: stepsRow,
  }),
]);

export async function readDraftSteps(
  { service, userId }: Pick<Actor, 'service' | 'userId'>,
  pageId: number,
): Promise<DraftSteps> {
  return toSteps(await callFunction(service, 'read_draft_steps', stepsRow, { p_actor: userId, p_page_id: pageId }));
}

/** What was undone or done again, and what would be next. */
export type Travelled = { announcement: string; moduleId: number | null; steps: DraftSteps };

/**
 * Undoes or redoes a step, whole or not at all: it is refused when somebody has built upon it, or when it is not as the caller
 * has seen it any more.
 */
export async function travelDraft(
  { service, userId }: Actor,
  way: 'undo' | 'redo',
  { pageId, stepId, locale }: { pageId: number; stepId: number; locale: Locale },
): Promise<Result<Travelled>> {
  const asked = await callOrRefuse(
    service,
    `${way}_draft`,
    travelAnswer,
    (error) =>
      error.code === '55000'
        ? fail(
            'conflict',
            `Modules would stand inside one another, since others were moved meanwhile. Nothing was ${done[way]}.`,
          )
        : refuseTakenAddress(
            service,
            error,
            (taken) =>
              `Nothing was ${done[way]}. ${taken}, which this one would get. Give that page another address first.`,
          ),
    { p_actor: userId, p_page_id: pageId, p_step_id: stepId, p_locale: locale },
  );
  if (!asked.ok) return asked;
  const answer = asked.value;
  switch (answer.status) {
    case 'saved':
      return ok({
        announcement: describeStep(answer.step),
        // The module may be gone now.
        moduleId: answer.step.module_id,
        steps: toSteps(answer.steps),
      });
    case 'not-found':
      return fail('not-found', 'This page does not exist any more.');
    case 'not-editable':
      return fail('not-editable', notEditable);
    case 'english-only':
      return fail(
        'english-only',
        'This adds, moves or removes modules, for all languages at once. Switch to English, then try again.',
      );
    case 'locked':
      return refuseFixedBelow(answer.pages);
    case 'conflict':
      return refused(
        `This was ${done[way]} already, perhaps in another window. Reload the page, then look again.`,
        answer.steps,
      );
    case 'built-upon':
      return refused(`${standsInTheWay(answer.obstacle)} Nothing was ${done[way]}.`, answer.steps);
  }
}

const done = { undo: 'undone', redo: 'done again' } as const;

function standsInTheWay(obstacle: DraftStepRow | null): string {
  if (!obstacle) return 'The page was changed in another way since then, for example by an import.';
  const who = obstacle.by ?? 'Somebody';
  return obstacle.is_undone
    ? `This builds upon something that ${who} has undone: ${describeStep(obstacle)}.`
    : `${who} has built upon this since then: ${describeStep(obstacle)}.`;
}

function refused(message: string, steps: z.infer<typeof stepsRow>): Result<never> {
  const failure: Failure = { code: 'conflict', message, detail: { steps: toSteps(steps) } };
  return { ok: false, failure };
}

function toSteps({ undo, redo }: z.infer<typeof stepsRow>): DraftSteps {
  return { undo: undo && toStep(undo), redo: redo && toStep(redo) };
}

function toStep(row: DraftStepRow): DraftStep {
  return { id: row.id, announcement: describeStep(row), isStructure: row.is_structure };
}
