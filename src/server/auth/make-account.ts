import type { SupabaseClient } from '@supabase/supabase-js';
import { type Result, fail, ok } from '#domain/result.ts';

export type MadeAccount = { userId: string; isNew: boolean };

/** Makes an account, or finds that of the address; a client with the secret key does it. A found account is unchanged. */
export async function makeAccount(
  accounts: Pick<SupabaseClient, 'auth'>,
  email: string,
  password: string,
): Promise<Result<MadeAccount>> {
  const { data, error } = await accounts.auth.admin.createUser({ email, password, email_confirm: true });
  if (data.user) return ok({ userId: data.user.id, isNew: true });
  if (error?.code === 'email_exists') return findAccount(accounts, email);
  return fail('invalid', `The account could not be made: ${error?.message ?? 'no answer'}.`);
}

async function findAccount(accounts: Pick<SupabaseClient, 'auth'>, email: string): Promise<Result<MadeAccount>> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await accounts.auth.admin.listUsers({ page, perPage: 200 });
    if (error) return fail('unavailable', `The accounts could not be read: ${error.message}.`);
    const found = data.users.find((account) => account.email?.toLowerCase() === email);
    if (found) return ok({ userId: found.id, isNew: false });
    if (data.users.length < 200) return fail('not-found', `There is an account of ${email}, but it cannot be found.`);
  }
}
