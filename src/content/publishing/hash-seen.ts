import { createHash } from 'node:crypto';

/**
 * What a person has seen before deciding, in a few characters: with another hash, what would be done now is something else.
 *
 * @param seen JSON, in an order that does not depend on chance
 */
export function hashSeen(seen: unknown): string {
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}
