import { createHmac } from 'node:crypto';

/** An access token with these claims, as `verifyToken` reads it. */
export function signToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
