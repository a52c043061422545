import { z } from 'zod';
import { formFieldSchema } from '#domain/forms/form-fields.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

/** Fields that cannot be read leave the form without any: it shows nothing. */
const formRow = z.object({
  id: makeRowId('form'),
  title: z.string(),
  version: z.number(),
  content: z.array(formFieldSchema).catch([]),
  localized: localized({ title: z.string() }),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { form: formRow };
