import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.string().optional(),
  session_id: z.string().optional(),
  exp: z.number(),
});
export type Claims = z.infer<typeof claimsSchema>;

/** The claims of an access token that is signed with `secret` and has not expired; null for any other. */
export function verifyToken(token: string, secret: string): Claims | null {
  const claims = readSigned(token, secret);
  return claims && claims.exp * 1000 > Date.now() ? claims : null;
}

/** Why a token is not good for anything, if it is not. */
export function describeToken(token: string, secret: string): 'valid' | 'expired' | 'forged' {
  const claims = readSigned(token, secret);
  if (!claims) return 'forged';
  return claims.exp * 1000 > Date.now() ? 'valid' : 'expired';
}

function readSigned(token: string, secret: string): Claims | null {
  const [head, payload, signature, ...rest] = token.split('.');
  if (!head || !payload || !signature || rest.length > 0) return null;
  try {
    const { alg } = z.object({ alg: z.string() }).parse(JSON.parse(Buffer.from(head, 'base64url').toString('utf8')));
    const right = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
    const signed = Buffer.from(signature, 'base64url');
    if (alg !== 'HS256' || right.length !== signed.length || !timingSafeEqual(right, signed)) return null;
    return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
