type Answer = (request: Request) => Promise<Response>;
type SignUpOptions = { secretKey: string; api: Answer; operatorApi: Answer };

const newUserPath = '/auth/v1/admin/users';
/** What visitors and editors need. The rest would make accounts (a login code does, for an unknown address) or print mail. */
const openPaths = /^\/auth\/v1\/(token|logout|user|health|settings|\.well-known\/.*)$/;

/**
 * Lets only whoever has the secret key add accounts, by `auth.admin.createUser` as on hosted Supabase (which this library
 * does not have), or by `auth.signUp`. Everybody else is told what hosted Supabase says when sign-up is switched off.
 */
export function guardSignUp({ secretKey, api, operatorApi }: SignUpOptions): Answer {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/auth/v1/') || openPaths.test(pathname) || request.method === 'OPTIONS')
      return api(request);
    if (request.headers.get('apikey') !== secretKey) {
      return pathname === newUserPath
        ? refuse(403, 'not_admin', 'User not allowed')
        : refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    return pathname === newUserPath && request.method === 'POST'
      ? createUser(request, operatorApi)
      : operatorApi(request);
  };
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}

async function createUser(request: Request, operatorApi: Answer): Promise<Response> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('email' in body) || !('password' in body)) {
    return refuse(400, 'validation_failed', 'A new user needs an email and a password');
  }
  const response = await operatorApi(
    new Request(new URL('/auth/v1/signup', request.url), {
      method: 'POST',
      headers: { apikey: request.headers.get('apikey') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({
        email: body.email,
        password: body.password,
        data: 'user_metadata' in body ? body.user_metadata : {},
      }),
    }),
  );
  if (!response.ok) return response;
  const { user } = (await response.json()) as { user: unknown };
  return Response.json(user);
}
