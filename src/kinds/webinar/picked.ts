import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';

const webinar = z
  .object({ id: z.number(), title: z.string(), url: z.string(), starts_at: z.string().nullable() })
  .transform(({ starts_at, ...row }) => ({ ...row, startsAt: starts_at }));

export const picked = definePicked({ columns: 'id, title, url, starts_at', row: webinar });
