import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { formatRecordName, titlePath } from '#content/records/list-records.ts';
import { nameRecords } from '#content/records/record-names.ts';
import { parseRecordId } from '#content/records/record-id.ts';
import { getKind } from '#kinds/kinds.ts';
import { isRecordKind, recordKinds } from '#kinds/registry.ts';
import type { CalendarEntry } from '#view-model/releases.ts';

const answer = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      what: z.enum(['scheduled', 'publishing', 'live', 'failed', 'taken-back', 'begins', 'ends']),
      kind: z.string().optional(),
      id: z.string(),
      title: z.string().nullable(),
    }),
  ),
  is_cut: z.boolean(),
});

/** What happens or has happened between two moments: releases, and records whose own time begins or ends. */
export async function readCalendar(
  client: Client,
  from: string,
  until: string,
): Promise<{ entries: CalendarEntry[]; isCut: boolean }> {
  const titles = Object.fromEntries(recordKinds.map((kind) => [kind, titlePath(getKind(kind))]));
  const { entries, is_cut } = await callFunction(client, 'release_calendar', answer, {
    p_from: from,
    p_until: until,
    p_titles: titles,
  });
  const found = entries.flatMap(({ at, what, kind, id, title }): CalendarEntry[] => {
    if (kind === undefined) return [{ at, what, kind: null, id: Number(id), title: title ?? '' }];
    if (!isRecordKind(kind)) return [];
    const ref = parseRecordId(kind, id);
    return [{ at, what, kind, id: ref, title: formatRecordName(kind, ref, title) }];
  });
  return { isCut: is_cut, entries: await nameRecords(client, found) };
}
