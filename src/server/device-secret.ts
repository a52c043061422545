import { createHmac } from 'node:crypto';

/** Signs the cookies of known devices. Derived from the server's key: only the server can make such a cookie. */
export function deriveDeviceSecret(secretKey: string): string {
  return createHmac('sha256', secretKey).update('known devices').digest('base64url');
}

/** Signs the links by which releases are seen without an account. */
export function deriveLinkSecret(secretKey: string): string {
  return createHmac('sha256', secretKey).update('links of releases').digest('base64url');
}
