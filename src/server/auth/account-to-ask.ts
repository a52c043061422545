import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { log } from '#server/log.ts';

/** An account of nobody: its password is made, and forgotten at once. `.invalid` is no domain of anybody (RFC 2606). */
export const nobody = 'nobody@sign-in.invalid';

const made = new WeakMap<Client, Promise<boolean>>();

/**
 * The account whose password is checked when somebody signs in: the one that is asked for where it is on the staff, else that of
 * nobody. Checking a password takes most of the time of a refusal, and Auth checks none of an address that it does not know; so each
 * refusal has checked one, however long that takes under load.
 *
 * @param service a client with the secret key
 */
export async function findAccountToAsk(service: Client, email: string): Promise<string> {
  const exists = await (made.get(service) ?? makeNobody(service));
  const row = await expectData(
    'staff',
    service.from('staff').select('user_id').eq('email', email.toLowerCase()).maybeSingle(),
    z.object({ user_id: z.string() }).nullable(),
  );
  return row || !exists ? email : nobody;
}

function makeNobody(service: Client): Promise<boolean> {
  const password = randomBytes(32).toString('base64url');
  const making = service.auth.admin
    .createUser({ email: nobody, password, email_confirm: true })
    .then(({ data, error }) => {
      if (data.user || error?.code === 'email_exists') return true;
      made.delete(service);
      log.error({ code: error?.code }, 'The account that stands in for unknown ones could not be made');
      return false;
    });
  made.set(service, making);
  return making;
}
