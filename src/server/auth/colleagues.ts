import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { expectData } from '#content/clients/client.ts';
import { describeError } from '#domain/describe-error.ts';
import { defaultLocale } from '#domain/locales.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { log } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeAccount } from './make-account.ts';
import { mailLink, resetPage } from './password-reset.ts';
import type { Session } from './session.ts';
import { readSiteName } from './site-title.ts';

/** Who may edit, as administrators see and change it. The database checks who asks; so does whoever calls this. */

const role = z.enum(['editor', 'admin']);
type Role = z.infer<typeof role>;

const colleague = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role,
    disabled_at: z.string().nullable(),
    added_at: z.string(),
    seen_at: z.string().nullable(),
    has_second_factor: z.boolean(),
  })
  .transform(({ disabled_at, added_at, seen_at, has_second_factor, ...rest }) => ({
    ...rest,
    hasSecondFactor: has_second_factor,
    disabledAt: disabled_at,
    addedAt: added_at,
    seenAt: seen_at,
  }));

/** Who has to have a second factor. */
export const secondFactorRule = z.enum(['nobody', 'admins', 'everybody']);
type SecondFactorOf = z.infer<typeof secondFactorRule>;

const colleagues = z
  .object({ second_factor_of: secondFactorRule, people: z.array(colleague) })
  .transform(({ second_factor_of, people }) => ({ secondFactorRule: second_factor_of, colleagues: people }));
export type Colleagues = z.output<typeof colleagues>;

export function listColleagues({ client }: Pick<Session, 'client'>): Promise<Colleagues> {
  return callFunction(client, 'list_colleagues', colleagues);
}

/** Somebody who acts as an administrator. */
export type Inviter = { runtime: Runtime; userId: string; name: string; site: SiteId };

const onTheStaff = fail('invalid', 'This person is on the staff already.', [
  { path: ['email'], message: 'This person is on the staff already. Look for them in the list' },
]);

/**
 * Makes an account for a colleague and mails a link to set its password. Nobody knows the password that it has until then. False
 * when the mail did not go out: the person is on the staff nevertheless.
 */
export async function inviteColleague(
  inviter: Inviter,
  invited: { email: string; name: string; role: Role },
): Promise<Result<{ isMailed: boolean }>> {
  const { runtime, userId } = inviter;
  const { serviceClient: service } = runtime;
  const email = invited.email.toLowerCase();
  const known = await expectData(
    'staff',
    service.from('staff').select('user_id').eq('email', email).maybeSingle(),
    z.object({ user_id: z.string() }).nullable(),
  );
  if (known) return onTheStaff;
  const account = await makeAccount(service, email, randomBytes(32).toString('base64url'));
  if (!account.ok) return account;
  const answer = await callFunction(service, 'add_colleague', z.object({ status: z.enum(['added', 'known']) }), {
    p_actor: userId,
    p_user_id: account.value.userId,
    p_email: email,
    p_name: invited.name,
    p_role: invited.role,
  });
  if (answer.status === 'known') return onTheStaff;
  return ok({ isMailed: await mailInvitation(inviter, email) });
}

/** Mails a new link to somebody who is on the staff and not disabled. */
export async function sendColleagueLink(inviter: Inviter, id: string): Promise<Result<{ isMailed: boolean }>> {
  const row = await expectData(
    'staff',
    inviter.runtime.serviceClient.from('staff').select('email, disabled_at').eq('user_id', id).maybeSingle(),
    z.object({ email: z.string(), disabled_at: z.string().nullable() }).nullable(),
  );
  if (!row) return fail('not-found', noColleague);
  if (row.disabled_at !== null) return fail('invalid', 'This account is disabled. Enable it first.');
  return ok({ isMailed: await mailInvitation(inviter, row.email) });
}

const noColleague = 'This person is not on the staff any more. Load the list again.';

async function mailInvitation({ runtime, name, site }: Inviter, email: string): Promise<boolean> {
  const page = resetPage(runtime, site, defaultLocale);
  const { origin } = new URL(page);
  const website = await readSiteName(runtime.serviceClient, site, defaultLocale, origin);
  return mailLink(runtime, email, page, (link) => ({
    subject: `You can edit ${website}`,
    text: [
      `${name} has invited you to edit the website ${website}.`,
      `Choose your password here:\n${link}`,
      `The link works once, within an hour. After that ask for another one at ${origin}/login/reset with this e-mail address.`,
    ].join('\n\n'),
  })).then(
    () => true,
    (error: unknown) => {
      log.error({ reason: describeError(error) }, 'An invitation did not go out');
      return false;
    },
  );
}

/** Gives somebody a role, and disables or enables them. */
export async function changeColleague(
  { runtime, userId }: Pick<Inviter, 'runtime' | 'userId'>,
  { id, role: newRole, isDisabled }: { id: string; role: Role; isDisabled: boolean },
): Promise<Result<null>> {
  const { status } = await callFunction(
    runtime.serviceClient,
    'change_colleague',
    z.object({ status: z.enum(['saved', 'not-found', 'last-admin']) }),
    {
      p_actor: userId,
      p_user_id: id,
      p_role: newRole,
      p_is_disabled: isDisabled,
    },
  );
  switch (status) {
    case 'saved':
      return ok(null);
    case 'not-found':
      return fail('not-found', noColleague);
    case 'last-admin':
      return fail('invalid', 'This is the last administrator. Make somebody else an administrator first.');
  }
}

/** Ends the second factor of somebody who has lost the phone and the recovery codes. They are signed out everywhere. */
export async function resetSecondFactor(
  { runtime, userId }: Pick<Inviter, 'runtime' | 'userId'>,
  id: string,
): Promise<Result<null>> {
  const { status } = await callFunction(
    runtime.serviceClient,
    'end_second_factor',
    z.object({ status: z.enum(['ended', 'none']) }),
    { p_actor: userId, p_user_id: id },
  );
  return status === 'ended' ? ok(null) : fail('not-found', 'This person has no two-step sign-in. Load the list again.');
}

/** Says who has to have a second factor. */
export async function requireSecondFactor(
  { runtime, userId }: Pick<Inviter, 'runtime' | 'userId'>,
  of: SecondFactorOf,
): Promise<Result<null>> {
  const { status } = await callFunction(
    runtime.serviceClient,
    'require_second_factor',
    z.object({ status: z.enum(['saved', 'own first']) }),
    { p_actor: userId, p_of: of },
  );
  return status === 'saved'
    ? ok(null)
    : fail(
        'invalid',
        'Set up two-step sign-in for your own account first. You would be the first one to be asked for it.',
      );
}
