import { z } from 'zod';
import { readFormAddress } from '#domain/forms/form-address.ts';
import { type FailureCode, fail, ok } from '#domain/result.ts';
import { siteOfHost } from '#server/config.ts';
import { fieldErrors, problemText } from '#forms/describe-outcome.ts';
import type { FormProblem } from '#forms/messages.ts';
import { submissionBody } from '#forms/read-submission.ts';
import { getFormsHandler } from '#server/routes/serve-forms.ts';
import { settle } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const codes = {
  invalid: 'invalid',
  malformed: 'invalid',
  tooLarge: 'invalid',
  files: 'invalid',
  captcha: 'forbidden',
  limited: 'rate-limited',
  gone: 'not-found',
  unpublished: 'conflict',
  unavailable: 'unavailable',
} as const satisfies Record<FormProblem, FailureCode>;

/** The address of a form on this host, as its markup has it. */
function readAction(action: string): ReturnType<typeof readFormAddress> {
  const base = 'https://site.invalid';
  return URL.canParse(action, base) ? readFormAddress(new URL(action, base)) : null;
}

/** Sends a form: the same as posting to its address. */
export const submitForm = defineAction({
  input: submissionBody.extend({
    action: z.string().refine((action) => readAction(action) !== null, 'There is no form at this address'),
  }),
  handler: ({ action, ...body }, context) =>
    settle(context, async ({ runtime }) => {
      const asked = readAction(action);
      const site = siteOfHost(runtime.config, context.request.headers.get('host'));
      if (!asked || !site) return fail('not-found', 'There is no form at this address');
      const { address } = asked;
      const outcome = await getFormsHandler(runtime).submit(address, body, {
        site,
        address: context.locals.address ?? '',
      });
      if (outcome.status === 'stored') return ok({ message: 'success' as const, successUrl: outcome.successUrl });
      const issues =
        outcome.status === 'invalid'
          ? Object.entries(fieldErrors(outcome, address.locale)).flatMap(([name, messages]) =>
              messages.map((message) => ({ path: ['values', name], message })),
            )
          : undefined;
      return fail(codes[outcome.status], problemText(outcome, address.locale), issues);
    }),
});
