import { z } from 'zod';

type Answer = (request: Request) => Promise<Response>;
type Query = (sql: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>;

const linkRequest = z.object({ type: z.literal('recovery'), email: z.string() });
const userRow = z.object({ id: z.string(), email: z.string(), recovery_token: z.string() });

/**
 * `auth.admin.generateLink` for a forgotten password, as hosted Supabase has it. The library here makes the token only on the
 * way to a mail: the mail is dropped, and the token is read from where it was stored.
 */
export async function makeRecoveryLink(request: Request, operatorApi: Answer, query: Query): Promise<Response> {
  const asked = linkRequest.safeParse(await request.json().catch(() => null));
  if (!asked.success)
    return refuse(400, 'validation_failed', 'Only links of the type recovery, for an email, are made');
  const email = asked.data.email.toLowerCase();
  const answer = await operatorApi(
    new Request(new URL('/auth/v1/recover', request.url), {
      method: 'POST',
      headers: { apikey: request.headers.get('apikey') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    }),
  );
  if (!answer.ok) return answer;
  const rows = await query('select id, email, recovery_token from auth.users where email = $1', [email]);
  const user = userRow.safeParse(rows[0]);
  if (!user.success) return refuse(404, 'user_not_found', 'User with this email not found');
  const { id, recovery_token: token } = user.data;
  const link = new URL('/auth/v1/verify', request.url);
  link.search = new URLSearchParams({ token, type: 'recovery' }).toString();
  return Response.json({
    id,
    email,
    action_link: link.href,
    email_otp: '',
    hashed_token: token,
    redirect_to: '',
    verification_type: 'recovery',
  });
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}
