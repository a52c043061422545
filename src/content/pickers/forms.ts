import { z } from 'zod';
import { makeFinder } from './finder.ts';

/** The fields of a form are validated where forms are built and shown. */
const form = z.object({ id: z.number(), title: z.string(), content: z.array(z.json()), version: z.number() });

export const forms = makeFinder('form', form, (client, ids) =>
  client.from('forms').select('id, title, content, version').in('id', ids),
);
