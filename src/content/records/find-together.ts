import type { Issue } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { ParsedRecord } from '#kinds/contract.ts';
import { findAmong } from './check-among.ts';
import { findRepeated } from './find-repeated.ts';
import { findTaken } from './find-taken.ts';
import { type RecordName, findCircles, findMissing } from './prepare-record.ts';

/** What is wrong with records that are each right alone: with each other, and with what is live. */
export async function findTogether(
  { client, service }: Pick<Actor, 'client' | 'service'>,
  records: readonly ParsedRecord[],
): Promise<{ of: RecordName; issue: Issue }[]> {
  const found = await Promise.all([
    findMissing(service, records),
    findCircles(client, records),
    findAmong(service, records),
    findTaken(service, records),
  ]);
  return [...found.flat(), ...findRepeated(records)];
}
