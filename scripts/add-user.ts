import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { createKeyClient } from '#content/clients/client.ts';
import { type MadeAccount, makeAccount } from '#server/auth/make-account.ts';
import type { Connection } from './connect.ts';

type NewUser = { email: string; password: string; role: 'editor' | 'admin'; name: string };

/** Creates an account and adds it to the staff. An existing account gets the role; its password is unchanged. */
export async function addUser(
  connection: Pick<Connection, 'url' | 'secretKey'>,
  user: NewUser,
): Promise<Result<MadeAccount>> {
  const email = user.email.toLowerCase();
  const client = createKeyClient(connection.url, connection.secretKey);
  const { data: known, error: unread } = await client.from('staff').select('user_id').eq('email', email).maybeSingle();
  if (unread) return fail('unavailable', `The staff could not be read: ${unread.message}.`);
  const account = known ? ok({ userId: known.user_id, isNew: false }) : await makeAccount(client, email, user.password);
  if (!account.ok) return account;
  const { error } = await client
    .from('staff')
    .upsert({ user_id: account.value.userId, email, name: user.name, role: user.role, disabled_at: null });
  if (error) return fail('unavailable', `The account exists, but could not be put on the staff: ${error.message}.`);
  return account;
}

/** Takes away the right to edit at once, signed in or not. The account and the history of its edits stay. */
export async function disableUser(connection: Connection, email: string): Promise<Result<null>> {
  const client = createKeyClient(connection.url, connection.secretKey);
  const { data, error } = await client
    .from('staff')
    .update({ disabled_at: new Date().toISOString() })
    .eq('email', email.toLowerCase())
    .select('user_id');
  if (error) return fail('unavailable', `The account could not be disabled: ${error.message}.`);
  if (data.length === 0) return fail('not-found', `Nobody on the staff has the e-mail address ${email}.`);
  return ok(null);
}

/** Ends the second factor of somebody who can give no code any more, and every session. Administrators do it for each other. */
export async function resetSecondFactor(connection: Connection, email: string): Promise<Result<null>> {
  const client = createKeyClient(connection.url, connection.secretKey);
  const { data, error } = await client.rpc('reset_second_factor', { p_email: email });
  if (error) return fail('unavailable', `The second factor could not be reset: ${error.message}.`);
  const { status } = z.object({ status: z.enum(['ended', 'none']) }).parse(data);
  return status === 'ended' ? ok(null) : fail('not-found', `${email} is not on the staff, or has no second factor.`);
}
