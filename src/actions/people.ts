import type { ActionAPIContext } from 'astro:actions';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { readName } from '#content/drafts/drafts.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { roles } from '#domain/rights.ts';
import {
  type Colleagues,
  type Inviter,
  changeColleague as change,
  inviteColleague as invite,
  listColleagues as list,
  requireSecondFactor as requireOf,
  resetSecondFactor as reset,
  secondFactorRule,
  sendColleagueLink as sendLink,
} from '#server/auth/colleagues.ts';
import {
  type OwnProfile,
  changeOwnPassword as changePassword,
  endAllSessions,
  endSecondFactor as endOwn,
  endOneSession,
  endOtherSessions,
  readOwnProfile,
} from '#server/auth/own-profile.ts';
import { renewRecoveryCodes as renew } from '#server/auth/second-factor.ts';
import { siteOfHost } from '#server/config.ts';
import { asHolder } from './as-holder.ts';
import { type StaffContext, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const role = z.enum(roles);
const id = z.guid();
const name = z.string().trim().max(200);

async function makeInviter({ session, runtime, staff }: StaffContext, { request }: ActionAPIContext): Promise<Inviter> {
  const named = await readName(session.client, staff.userId);
  const site = siteOfHost(runtime.config, request.headers.get('host')) ?? 'main';
  return { runtime, userId: staff.userId, name: named?.name ?? staff.email, site };
}

/** Everybody on the staff, and who has to have a second factor. */
export const listColleagues = defineAction({
  handler: (_, context) =>
    asHolder(context, 'manage people', async ({ session }): Promise<Result<Colleagues>> => ok(await list(session))),
});

/** Puts somebody on the staff, with a mail that has a link to set a password. */
export const inviteColleague = defineAction({
  input: z.object({ email: z.email('Enter an e-mail address, e.g. anna@example.com').max(320), name, role }),
  handler: (invited, context) =>
    asHolder(context, 'manage people', async (staff) => invite(await makeInviter(staff, context), invited)),
});

/** Mails somebody of the staff a new link to set a password. */
export const sendColleagueLink = defineAction({
  input: z.object({ id }),
  handler: (colleague, context) =>
    asHolder(context, 'manage people', async (staff) => sendLink(await makeInviter(staff, context), colleague.id)),
});

/** Changes the role of somebody of the staff, and whether they may work. */
export const changeColleague = defineAction({
  input: z.object({ id, role, isDisabled: z.boolean() }),
  handler: (changed, context) =>
    asHolder(context, 'manage people', ({ runtime, staff }) => change({ runtime, userId: staff.userId }, changed)),
});

/** Ends the second factor of a colleague. */
export const resetSecondFactor = defineAction({
  input: z.object({ id }),
  handler: (colleague, context) =>
    asHolder(context, 'manage people', ({ runtime, staff }) => reset({ runtime, userId: staff.userId }, colleague.id)),
});

/** Says who has to have a second factor. */
export const requireSecondFactor = defineAction({
  input: z.object({ of: secondFactorRule }),
  handler: ({ of }, context) =>
    asHolder(context, 'manage people', ({ runtime, staff }) => requireOf({ runtime, userId: staff.userId }, of)),
});

/** The own account: name, role, sessions and second factor. */
export const findOwnProfile = defineAction({
  handler: (_, context) => asStaff(context, ({ session }): Promise<Result<OwnProfile>> => readOwnProfile(session)),
});

export const renameSelf = defineAction({
  input: z.object({ name: name.min(1, 'This field is required') }),
  handler: (own, context) =>
    asStaff(context, async ({ actor: { service, userId } }) => {
      await callFunction(service, 'rename_self', z.unknown(), { p_actor: userId, p_name: own.name });
      return ok(null);
    }),
});

export const changeOwnPassword = defineAction({
  input: z.object({ current: z.string().min(1, 'This field is required').max(200), next: z.string().max(200) }),
  handler: (passwords, context) =>
    asStaff(context, ({ runtime, session, staff }) =>
      changePassword(runtime, session, { email: staff.email, ...passwords }),
    ),
});

/** Signs the person out elsewhere, or everywhere. */
export const endSessions = defineAction({
  input: z.object({ isEverywhere: z.boolean() }),
  handler: ({ isEverywhere }, context) =>
    asStaff(context, async ({ runtime, session }) => {
      await (isEverywhere ? endAllSessions(session, context.request, runtime) : endOtherSessions(session));
      return ok(null);
    }),
});

/** Signs the person out of one place. */
export const endSession = defineAction({
  input: z.object({ id }),
  handler: (ended, context) => asStaff(context, ({ actor }) => endOneSession(actor, ended.id)),
});

/** New recovery codes in place of the old ones. */
export const renewRecoveryCodes = defineAction({
  handler: (_, context) =>
    asStaff(context, async ({ actor, session }): Promise<Result<{ codes: string[] }>> => {
      const profile = await readOwnProfile(session);
      if (!profile.ok) return profile;
      if (!profile.value.secondFactor) return fail('not-found', 'Two-step sign-in is not set up. Load the page again.');
      return ok({ codes: await renew(actor) });
    }),
});

/** Ends the own second factor. */
export const endSecondFactor = defineAction({
  input: z.object({ code: z.string().min(1, 'This field is required').max(100) }),
  handler: ({ code }, context) =>
    asStaff(context, (staff) => endOwn(staff, { code, address: context.locals.address ?? '' })),
});
