import { withLocale } from '#domain/sites.ts';
import { text } from '#edge/answers.ts';
import { readForm } from '#server/http/read-form.ts';
import { isSecureHost } from '#server/config.ts';
import type { Call } from './call.ts';
import { deviceCookieHeader, readDevice } from './known-device.ts';
import { type LoginFrame, readLoginFrame, goOn, renderLogin } from './login-frame.ts';
import { safeNext } from './safe-next.ts';
import { type CodeProblem, codeStatus, giveCode } from './second-factor.ts';
import { type Session, endSession, markerCookieHeader } from './session.ts';

type CodePage = LoginFrame & {
  next: string;
  email: string;
  /** The code is one of those for the day on which the app is gone. */
  isRecovery: boolean;
  problem: CodeProblem | null;
};

export type CodePages = { code: CodePage };

/** Asks who has given the password for a code of the second factor. */
export async function showCode(call: Call): Promise<Response> {
  const { url, locale } = call;
  const next = safeNext(url.searchParams.get('next'), withLocale(locale, '/'));
  const { staff, awaited } = await call.session();
  if (staff) return text(303, 'Signed in already.', { location: next });
  if (awaited?.needs !== 'code')
    return text(303, 'Not here.', { location: goOn(awaited?.needs ?? null, locale, next) });
  const isRecovery = url.searchParams.get('with') === 'recovery';
  const { email } = awaited.staff;
  return renderLogin('/login/code', call, {
    code: { ...(await readLoginFrame('/login/code', call)), next, email, isRecovery, problem: null },
  });
}

export async function sendCode(call: Call): Promise<Response> {
  const { request, locale, address, runtime } = call;
  const form = await readForm(request);
  const next = safeNext(form?.get('next'), withLocale(locale, '/'));
  const session = await call.session();
  if (form?.has('leave')) {
    await endSession(session, request, runtime);
    return text(303, 'Signed out.', { location: goOn(null, locale, next) });
  }
  const { staff, awaited } = session;
  if (staff) return text(303, 'Signed in already.', { location: next });
  if (awaited?.needs !== 'code')
    return text(303, 'Not here.', { location: goOn(awaited?.needs ?? null, locale, next) });
  const { userId, email } = awaited.staff;
  const giver = { client: session.client, service: runtime.serviceClient, userId, address };
  const outcome = await giveCode(giver, (form?.get('code') ?? '').slice(0, 100));
  if (outcome.ok) {
    welcome(session, call, email);
    return text(303, 'Signed in.', { location: next });
  }
  const { problem, retryAfterSeconds } = outcome;
  const frame = await readLoginFrame('/login/code', call, retryAfterSeconds);
  const isRecovery = form?.get('with') === 'recovery';
  return renderLogin(
    '/login/code',
    call,
    { code: { ...frame, next, email, isRecovery, problem } },
    codeStatus[problem],
  );
}

/** What the browser gets of who has signed in now with everything that was missing. */
export function welcome(
  session: Session,
  { request, runtime }: Pick<Call, 'request' | 'runtime'>,
  email: string,
): void {
  const { deviceSecret, config } = runtime;
  const device = readDevice(request, deviceSecret, email);
  session.cookies.push(
    markerCookieHeader(request, runtime, true),
    deviceCookieHeader(deviceSecret, email, device, isSecureHost(config, request)),
  );
}
