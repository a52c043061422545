import { z } from 'zod';
import { makeFinder } from './finder.ts';

const webinar = z
  .object({ id: z.number(), title: z.string(), url: z.string(), starts_at: z.string().nullable() })
  .transform(({ starts_at, ...row }) => ({ ...row, startsAt: starts_at }));

export const webinars = makeFinder('webinar', webinar, (client, ids) =>
  client.from('webinars').select('id, title, url, starts_at').in('id', ids),
);
