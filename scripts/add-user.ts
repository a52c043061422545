import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import { type Result, fail, ok } from '#domain/result.ts';
import { createKeyClient } from '#content/client.ts';
import type { Connection } from './connect.ts';

export type NewUser = { email: string; password: string; role: 'editor' | 'admin'; name: string };

/** `isNew` is false for an account that existed before: its password is unchanged. */
export type AddedUser = { userId: string; isNew: boolean };

/** Creates an account and adds it to the staff. An existing account gets the role; its password is unchanged. */
export async function addUser(
  connection: Pick<Connection, 'url' | 'secretKey'>,
  user: NewUser,
): Promise<Result<AddedUser>> {
  const email = user.email.toLowerCase();
  const client = createKeyClient(connection.url, connection.secretKey);
  const { data: known, error: unread } = await client.from('staff').select('user_id').eq('email', email).maybeSingle();
  if (unread) return fail('unavailable', `The staff could not be read: ${unread.message}.`);
  const account = known
    ? ok({ userId: known.user_id, isNew: false })
    : await makeAccount(
        createClient(connection.url, connection.secretKey, {
          auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        }),
        email,
        user.password,
      );
  if (!account.ok) return account;
  const { error } = await client
    .from('staff')
    .upsert({ user_id: account.value.userId, email, name: user.name, role: user.role, disabled_at: null });
  if (error) return fail('unavailable', `The account exists, but could not be put on the staff: ${error.message}.`);
  return account;
}

/** Supabase makes accounts through its administration, also where signing up is off; the embedded one knows only signing up. */
async function makeAccount(accounts: SupabaseClient, email: string, password: string): Promise<Result<AddedUser>> {
  const made = await accounts.auth.admin.createUser({ email, password, email_confirm: true });
  if (made.data.user) return ok({ userId: made.data.user.id, isNew: true });
  if (made.error?.code === 'email_exists') return findAccount(accounts, email);
  if (made.error && made.error.status !== 404 && made.error.status !== 405 && made.error.status !== 501) {
    return fail('invalid', `The account could not be made: ${made.error.message}.`);
  }
  const { data, error } = await accounts.auth.signUp({ email, password });
  if (error || !data.user) return fail('invalid', `The account could not be made: ${error?.message ?? 'no answer'}.`);
  return ok({ userId: data.user.id, isNew: true });
}

async function findAccount(accounts: SupabaseClient, email: string): Promise<Result<AddedUser>> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await accounts.auth.admin.listUsers({ page, perPage: 200 });
    if (error) return fail('unavailable', `The accounts could not be read: ${error.message}.`);
    const found = data.users.find((account) => account.email?.toLowerCase() === email);
    if (found) return ok({ userId: found.id, isNew: false });
    if (data.users.length < 200) return fail('not-found', `There is an account of ${email}, but it cannot be found.`);
  }
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
