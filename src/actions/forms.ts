import { defineAction } from 'astro:actions';
import { z } from 'zod';
import { builtFormSchema } from '#domain/built-form.ts';
import { ownAddress } from '#domain/forms/success-url.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { findFormUses as findUses } from '#content/form-uses.ts';
import { createForm as create, deleteForm as remove, readForm, updateForm as update } from '#content/save-form.ts';
import type { Runtime } from '#server/runtime.ts';
import { asStaff } from './as-staff.ts';

const id = z.int().positive();

/** Stores a new form of the form builder. */
export const createForm = defineAction({
  input: builtFormSchema,
  handler: (form, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const allowed = checkSuccessUrl(form.successUrl, runtime, ['successUrl']);
      return allowed.ok ? create(session.client, form) : allowed;
    }),
});

/** Saves a form against the version that the caller started from. */
export const updateForm = defineAction({
  input: z.object({ id, version: z.int().positive().max(2_147_483_647), data: builtFormSchema }),
  handler: ({ id: formId, version, data }, context) =>
    asStaff(context, async ({ session, runtime }) => {
      const allowed = checkSuccessUrl(data.successUrl, runtime, ['data', 'successUrl']);
      return allowed.ok ? update(session.client, formId, version, data) : allowed;
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

/** Deletes a form that is used nowhere. */
export const deleteForm = defineAction({
  input: z.object({ id }),
  handler: ({ id: formId }, context) => asStaff(context, ({ session }) => remove(session.client, formId)),
});

/** The pages on which forms stand. */
export const findFormUses = defineAction({
  input: z.object({ ids: z.array(id).max(100) }),
  handler: ({ ids }, context) => asStaff(context, async ({ session }) => ok(await findUses(session.client, ids))),
});

/** Lets an address through that leads to one of the sites. */
function checkSuccessUrl(address: string | null, { config }: Runtime, path: readonly string[]): Result<null> {
  if (address === null || ownAddress(address, Object.values(config.origins)) !== null) return ok(null);
  const message = 'Visitors can be taken to pages of the own sites only. Enter a path such as /thanks';
  return fail('invalid', message, [{ path, message }]);
}
