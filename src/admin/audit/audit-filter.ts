import type { ActionInput } from '#staff/calls/api.ts';

/** What is chosen on the screen; empty texts choose nothing, days are those of the browser. */
export type AuditFields = { person: string; kind: string; from: string; until: string };

type Filter = ActionInput<'listEdits'>['filter'];

/** The choices as the server takes them: the last day is included. */
export function toFilter({ person, kind, from, until }: AuditFields): Filter {
  const begin = getDayStart(from, 0);
  const end = getDayStart(until, 1);
  return {
    ...(person === '' ? {} : { person }),
    ...(kind === '' ? {} : { kind }),
    ...(begin === null ? {} : { from: begin }),
    ...(end === null ? {} : { until: end }),
  };
}

/** When a day begins, or the one after it; null for a day that is not whole yet. */
function getDayStart(day: string, later: number): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) return null;
  const [, year, month, date] = match.map(Number);
  const start = new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}

/** The address of the file with what the choices match. */
export function exportHref(path: string, filter: Filter): string {
  const query = new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size === 0 ? path : `${path}?${query}`;
}
