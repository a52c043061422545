import { z } from 'zod';
import { type BuiltForm, builtFormSchema } from '#domain/forms/built-form.ts';
import { ownAddress } from '#domain/forms/success-url.ts';
import { toIssues } from '#domain/issues.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { siteIds } from '#domain/sites.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { findFormUses as findUses } from '#forms/form-uses.ts';
import {
  type StoredForm,
  createForm as create,
  deleteForm as remove,
  readForm,
  updateForm as update,
} from '#forms/save-form.ts';
import type { Runtime } from '#server/runtime.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();

/** Stores a new form of the form builder. */
export const createForm = defineAction({
  input: z.looseObject({}),
  handler: (data, context) =>
    asStaff(context, async ({ actor, runtime }) => {
      const form = checkForm(data, runtime, []);
      return form.ok ? create(actor, form.value) : form;
    }),
});

/**
 * Saves a form against the version that the caller started from; without one, over the form as it is now. What the data does not
 * name stays as it is.
 */
export const updateForm = defineAction({
  input: z.object({ id, version: rowVersion.optional(), data: z.looseObject({}) }),
  handler: ({ id: formId, version, data }, context) =>
    asStaff(context, async ({ actor, session, runtime }) => {
      const stored = await readForm(session.client, formId);
      const form = checkForm({ ...(stored && toSettings(stored)), ...data }, runtime, ['data']);
      if (!form.ok) return form;
      return stored
        ? update(actor, formId, version ?? stored.version, form.value)
        : fail('not-found', 'Form not found');
    }),
});

/** A form with all that the form builder changes. */
export const findForm = defineAction({
  input: z.object({ id }),
  handler: ({ id: formId }, context) =>
    asStaff(context, async ({ session }) => {
      const form = await readForm(session.client, formId);
      return form ? ok(form) : fail('not-found', 'Form not found');
    }),
});

/** Deletes a form that is used nowhere, at the version that the caller has seen; without one, as it is now. */
export const deleteForm = defineAction({
  input: z.object({ id, version: rowVersion.optional() }),
  handler: ({ id: formId, version }, context) =>
    asStaff(context, async ({ actor, session }) => {
      const seen = version ?? (await readForm(session.client, formId))?.version;
      return seen === undefined ? fail('not-found', 'Form not found') : remove(actor, formId, seen);
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
  const { successUrl } = form.data;
  if (
    successUrl === null ||
    ownAddress(
      successUrl,
      siteIds.map((site) => config.origins[site]),
    ) !== null
  )
    return ok(form.data);
  const message = 'Visitors can be taken to pages of the own sites only. Enter a path such as /thanks';
  return fail('invalid', message, [{ path: [...at, 'successUrl'], message }]);
}
