import { z } from 'zod';
import { type BuiltForm, builtFormSchema } from '#domain/forms/built-form.ts';
import { toIssues } from '#domain/issues.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { findFormUses as findUses } from '#forms/form-uses.ts';
import {
  type StoredForm,
  createForm as create,
  deleteForm as remove,
  readForm,
  updateForm as update,
} from '#forms/save-form.ts';
import { refuseSuccessUrl } from '#server/editor/screens/success-url.ts';
import type { Runtime } from '#server/runtime.ts';
import { asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();

/** Saves a new form of the form builder as a draft. */
export const createForm = defineAction({
  input: z.looseObject({}),
  handler: (data, context) =>
    asEditorOf(context, ['form'], async ({ actor, runtime }) => {
      const form = checkForm(data, runtime, []);
      return form.ok ? create(actor, form.value) : form;
    }),
});

/**
 * Saves the draft of a form against the version that the caller started from; without one, over the form as it is now. What the data
 * does not name stays as it is.
 */
export const updateForm = defineAction({
  input: z.object({ id, version: rowVersion.optional(), data: z.looseObject({}) }),
  handler: ({ id: formId, version, data }, context) =>
    asEditorOf(context, ['form'], async ({ actor, session, runtime }) => {
      const stored = await readForm(session.client, formId);
      const form = checkForm({ ...(stored && toSettings(stored)), ...data }, runtime, ['data']);
      if (!form.ok) return form;
      return stored ? update(actor, stored, version, form.value) : fail('not-found', 'Form not found');
    }),
});

/** A form with all that the form builder changes, as it was last saved; with `isLive`, as visitors see it. */
export const findForm = defineAction({
  input: z.object({ id, isLive: z.boolean().default(false) }),
  handler: ({ id: formId, isLive }, context) =>
    asStaff(context, async ({ session }) => {
      const form = await readForm(session.client, formId, isLive);
      return form ? ok(form) : fail('not-found', 'Form not found');
    }),
});

/** Deletes a form that is used nowhere, as the caller has seen it: its version, and when its draft was saved; without these, as it is now. */
export const deleteForm = defineAction({
  input: z.object({ id, version: rowVersion.optional(), savedAt: exactMoment().nullable().optional() }),
  handler: ({ id: formId, version, savedAt }, context) =>
    asEditorOf(context, ['form'], async ({ actor, session }) => {
      const stored = await readForm(session.client, formId);
      if (!stored) return fail('not-found', 'Form not found');
      const isAsked = version !== undefined || savedAt !== undefined;
      return remove(actor, formId, {
        version: stored.isPublished ? (version ?? stored.version) : null,
        savedAt: isAsked ? (savedAt ?? null) : stored.savedAt,
      });
    }),
});

/** The pages that use a form. */
export const findFormUses = defineAction({
  input: z.object({ ids: z.array(id).max(100) }),
  handler: ({ ids }, context) => asStaff(context, async ({ session }) => ok(await findUses(session.client, ids))),
});

/** What belongs to a form besides its name and its fields. */
function toSettings({ titles, successUrl, retentionDays }: StoredForm): Partial<BuiltForm> {
  return { titles, successUrl, retentionDays };
}

/** A form that can be saved. Errors carry the path of their field, which an action's own input schema would cut off. */
function checkForm(data: unknown, { config }: Runtime, at: readonly string[]): Result<BuiltForm> {
  const form = builtFormSchema.safeParse(data);
  if (!form.success) return fail('invalid', 'The form cannot be saved like this', toIssues(form.error, at));
  const refused = refuseSuccessUrl(form.data.successUrl, config.origins);
  return refused === null
    ? ok(form.data)
    : fail('invalid', refused, [{ path: [...at, 'successUrl'], message: refused }]);
}
