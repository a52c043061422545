import { z } from 'zod';
import { type DatabaseError, callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import type { NewRecipient } from '#domain/forms/form-recipient.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';

/** A recipient of a form's notifications, with the state of its deliveries. */
const recipient = z.object({
  id: z.number(),
  channel: z.enum(['mail', 'webhook']),
  address: z.string(),
  form_deliveries: z.array(z.object({ state: z.enum(['waiting', 'failed']), last_error: z.string().nullable() })),
});

export type Recipient = {
  id: number;
  channel: 'mail' | 'webhook';
  address: string;
  waiting: number;
  failed: number;
  /** The reason of the last failed attempt. */
  problem: string | null;
};

export async function readRecipients(client: Client, formId: number): Promise<Recipient[]> {
  const query = client
    .from('form_recipients')
    .select('id, channel, address, form_deliveries(state, last_error)')
    .eq('form_id', formId)
    .in('form_deliveries.state', ['waiting', 'failed'])
    .order('id');
  const rows = await expectData('form_recipients', query, z.array(recipient));
  return rows.map(({ form_deliveries: deliveries, ...row }) => ({
    ...row,
    waiting: deliveries.filter(({ state }) => state === 'waiting').length,
    failed: deliveries.filter(({ state }) => state === 'failed').length,
    problem: deliveries.find(({ last_error: error }) => error !== null)?.last_error ?? null,
  }));
}

/** Adds somebody. What a webhook is signed with is answered this once, and null for a mail. */
export async function addRecipient(
  { service, userId }: Actor,
  { formId, channel, address }: NewRecipient,
): Promise<Result<{ id: number; secret: string | null }>> {
  const refuseInput = (message: string) => fail('invalid', message, [{ path: ['address'], message }]);
  const refuse = ({ code }: DatabaseError) => {
    if (code === '23505') return refuseInput('This address is notified already');
    if (code === '23514') return refuseInput('This address cannot be used. Check it for mistakes');
    if (code !== '23503') return null;
    return fail('not-found', 'This form does not exist any more. Somebody has deleted it.');
  };
  return callOrRefuse(service, 'add_recipient', z.object({ id: z.int(), secret: z.string().nullable() }), refuse, {
    p_actor: userId,
    p_form_id: formId,
    p_channel: channel,
    p_address: address,
  });
}

export async function removeRecipient({ service, userId }: Actor, id: number): Promise<Result<{ id: number }>> {
  const wasThere = await callFunction(service, 'remove_recipient', z.boolean(), { p_actor: userId, p_id: id });
  return wasThere ? ok({ id }) : fail('not-found', 'This address is not notified any more.');
}
