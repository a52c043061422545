import type { Webinar } from '#view-model/resolved.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import type { WebinarRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** A webinar as it is at the context's moment: to come, or a recording from the moment at which it starts. */
export const resolveWebinar = oncePerRow((row: WebinarRow, context): Webinar => {
  context.trace.tag(`webinar/card:${row.id}`);
  context.trace.changesAt(row.starts_at, context.at);
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? row.title,
    url: row.url,
    summary: localText(row.localized, context.locale, 'summary') ?? '',
    startsAt: row.starts_at,
    isPast: row.starts_at === null || Date.parse(row.starts_at) <= Date.parse(context.at),
  };
});
