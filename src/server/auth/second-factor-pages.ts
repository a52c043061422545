import { renderSVG } from 'uqr';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { withLocale } from '#domain/sites.ts';
import { text } from '#edge/answers.ts';
import { readForm } from '#server/http/read-form.ts';
import type { Call } from './call.ts';
import { welcome } from './code-pages.ts';
import { type LoginFrame, readLoginFrame, goOn, renderLogin } from './login-frame.ts';
import { safeNext } from './safe-next.ts';
import {
  type CodeProblem,
  type NewFactor,
  codeStatus,
  confirmSecondFactor,
  startSecondFactor,
} from './second-factor.ts';
import type { Session, Staff } from './session.ts';

/** What the page is at: it says what comes, shows the key of the app, or the recovery codes. */
type Step =
  | { name: 'begin' }
  | { name: 'scan'; factor: NewFactor; picture: string; problem: CodeProblem | null }
  | { name: 'codes'; codes: readonly string[]; email: string };

type SecondFactorPage = LoginFrame & {
  next: string;
  /** Without one the person may do nothing. */
  isRequired: boolean;
  step: Step;
};

export type SecondFactorPages = { secondFactor: SecondFactorPage };

const page = '/login/second-factor';

/** Who sets a second factor up: somebody of the staff who has none. */
type Beginner = { session: Session; staff: Staff; isRequired: boolean; next: string };

/** The page on which people set up a second factor, of their own accord or because they have to. */
export async function showSecondFactor(call: Call): Promise<Response> {
  const beginner = await readBeginner(call, call.url.searchParams.get('next'));
  return beginner instanceof Response ? beginner : show(call, beginner, { name: 'begin' });
}

export async function sendSecondFactor(call: Call): Promise<Response> {
  const form = await readForm(call.request);
  const beginner = await readBeginner(call, form?.get('next'));
  if (beginner instanceof Response) return beginner;
  const { session, staff } = beginner;
  const factor = parseFactor(form);
  const issuer = new URL(call.runtime.config.origins[call.site]).hostname;
  if (!factor) {
    const started = await startSecondFactor(session, issuer);
    return show(call, beginner, scan(started, staff, issuer, null));
  }
  const giver = {
    client: session.client,
    service: call.runtime.serviceClient,
    userId: staff.userId,
    address: call.address,
  };
  const confirmed = await confirmSecondFactor(giver, factor.id, (form?.get('code') ?? '').slice(0, 100));
  if (!confirmed.ok) {
    const { problem, retryAfterSeconds } = confirmed;
    return show(call, beginner, scan(factor, staff, issuer, problem), codeStatus[problem], retryAfterSeconds);
  }
  welcome(session, call, staff.email);
  return show(call, { ...beginner, isRequired: false }, { name: 'codes', codes: confirmed.value, email: staff.email });
}

async function readBeginner(call: Call, asked: string | null | undefined): Promise<Beginner | Response> {
  const { locale } = call;
  const next = safeNext(asked, withLocale(locale, '/'));
  const session = await call.session();
  const { awaited } = session;
  if (awaited?.needs === 'second factor') return { session, staff: awaited.staff, isRequired: true, next };
  if (!session.staff) return text(303, 'Not here.', { location: goOn(awaited?.needs ?? null, locale, next) });
  const profile = await callFunction(session.client, 'read_own_profile', ownFactor);
  if (profile?.second_factor) return text(303, 'There is one already.', { location: next });
  return { session, staff: session.staff, isRequired: false, next };
}

const ownFactor = z.object({ second_factor: z.object({}).nullable() }).nullable();
const typedFactor = z.object({ factor: z.guid(), secret: z.string().regex(/^[A-Z2-7]{16,64}$/) });

/** The factor that the page was about; it travels with the form, since Auth tells the key only once. */
function parseFactor(form: URLSearchParams | null): NewFactor | null {
  const read = typedFactor.safeParse(Object.fromEntries(form ?? []));
  return read.success ? { id: read.data.factor, secret: read.data.secret } : null;
}

function scan(factor: NewFactor, { email }: Staff, issuer: string, problem: CodeProblem | null): Step {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const address = `otpauth://totp/${label}?${new URLSearchParams({ secret: factor.secret, issuer }).toString()}`;
  return { name: 'scan', factor, picture: renderSVG(address, { border: 2 }), problem };
}

async function show(
  call: Call,
  { next, isRequired }: Pick<Beginner, 'next' | 'isRequired'>,
  step: Step,
  status = 200,
  retryAfterSeconds = 0,
): Promise<Response> {
  const frame = await readLoginFrame(page, call, retryAfterSeconds);
  return renderLogin(page, call, { secondFactor: { ...frame, next, isRequired, step } }, status);
}
