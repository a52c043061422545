import { z } from 'zod';
import type { NewRecipient } from '#domain/forms/form-recipient.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/client.ts';

/** A recipient of a form's notifications, with the state of its deliveries. */
const recipient = z.object({
  id: z.number(),
  channel: z.enum(['mail', 'webhook']),
  address: z.string(),
  secret: z.string(),
  form_deliveries: z.array(z.object({ state: z.enum(['waiting', 'failed']), last_error: z.string().nullable() })),
});

export type Recipient = {
  id: number;
  channel: 'mail' | 'webhook';
  address: string;
  /** The key that signs the calls of a webhook; null for e-mail. */
  secret: string | null;
  waiting: number;
  failed: number;
  /** The reason of the last failed attempt. */
  problem: string | null;
};

export async function readRecipients(client: Client, formId: number): Promise<Recipient[]> {
  const query = client
    .from('form_recipients')
    .select('id, channel, address, secret, form_deliveries(state, last_error)')
    .eq('form_id', formId)
    .in('form_deliveries.state', ['waiting', 'failed'])
    .order('id');
  const rows = await expectData('form_recipients', query, z.array(recipient));
  return rows.map(({ form_deliveries: deliveries, secret, ...row }) => ({
    ...row,
    secret: row.channel === 'webhook' ? secret : null,
    waiting: deliveries.filter(({ state }) => state === 'waiting').length,
    failed: deliveries.filter(({ state }) => state === 'failed').length,
    problem: deliveries.find(({ last_error: error }) => error !== null)?.last_error ?? null,
  }));
}

export async function addRecipient(
  client: Client,
  { formId, ...given }: NewRecipient,
): Promise<Result<{ id: number }>> {
  const { data, error } = await client
    .from('form_recipients')
    .insert({ form_id: formId, ...given })
    .select('id')
    .single();
  if (!error) return ok(data);
  const refused = (message: string) => fail('invalid', message, [{ path: ['address'], message }]);
  if (error.code === '23505') return refused('This address is told already');
  if (error.code === '23514') return refused('This address cannot be used. Check it for mistakes');
  if (error.code === '23503') return fail('not-found', 'This form does not exist any more. Somebody has deleted it.');
  throw new DatabaseUnavailable('form_recipients', error.code, error.message);
}

export async function removeRecipient(client: Client, id: number): Promise<Result<{ id: number }>> {
  const query = client.from('form_recipients').delete().eq('id', id).select('id').maybeSingle();
  const row = await expectData('form_recipients', query, z.object({ id: z.number() }).nullable());
  return row ? ok(row) : fail('not-found', 'This address is not told any more.');
}
