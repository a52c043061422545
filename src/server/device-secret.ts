import { createHmac } from 'node:crypto';

/** What the cookies of known devices are signed with: made of the key that the server has anyway, without which nobody can make one. */
export function deviceSecretOf(secretKey: string): string {
  return createHmac('sha256', secretKey).update('known devices').digest('base64url');
}
