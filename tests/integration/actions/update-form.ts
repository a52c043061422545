import { z } from 'zod';
import { builtFormSchema } from '#domain/forms/built-form.ts';
import type { ActionEntry } from './entry.ts';
import { formCall, wrongForms } from './form-call.ts';

export const entry: ActionEntry = {
  name: 'updateForm',
  access: 'staff',
  send: 'json',
  optional: ['version'],
  valid: ({ formId }) => ({ id: formId, version: 1, data: formCall }),
  checks: z.object({ id: z.int(), version: z.int().optional(), data: builtFormSchema }),
  malformed: () => [
    ...wrongForms((data) => ({ id: 987_654, version: 1, data }), 'data.'),
    { what: 'a form that is gone', input: { id: 987_654, version: 1, data: formCall } },
  ],
  stale: async ({ client, second }) => {
    const { data: made } = await client.from('forms').insert({ title: 'Of two' }).select('id, version').single();
    const call = { id: made?.id, version: made?.version, data: formCall };
    const response = await second.call('updateForm', call);
    if (response.status !== 200) throw new Error(`Saving answered ${response.status}`);
    return call;
  },
};
