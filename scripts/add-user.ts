import { createClient } from '@supabase/supabase-js';
import { type Result, fail, ok } from '#domain/result.ts';
import { createKeyClient } from '#content/client.ts';
import type { Connection } from './connect.ts';

export type NewUser = { email: string; password: string; role: 'editor' | 'admin'; name: string };

/** Makes an account and puts it on the staff. An account that exists keeps its password and gets the role. */
export async function addUser(connection: Connection, user: NewUser): Promise<Result<string>> {
  const email = user.email.toLowerCase();
  const accounts = createClient(connection.url, connection.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const client = createKeyClient(connection.url, connection.secretKey);
  const { data: known } = await client.from('staff').select('user_id').eq('email', email).maybeSingle();
  let userId: string | undefined = known?.user_id;
  if (!userId) {
    const { data, error } = await accounts.auth.signUp({ email, password: user.password });
    if (error || !data.user) return fail('invalid', `The account could not be made: ${error?.message ?? 'no answer'}.`);
    userId = data.user.id;
  }
  const { error } = await client
    .from('staff')
    .upsert({ user_id: userId, email, name: user.name, role: user.role, disabled_at: null });
  if (error) return fail('unavailable', `The account exists, but could not be put on the staff: ${error.message}.`);
  return ok(userId);
}
