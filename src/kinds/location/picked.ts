import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';

const location = z
  .object({
    id: z.number(),
    name: z.string(),
    name_verbose: z.string(),
    address_lines: z.array(z.string()),
  })
  .transform(({ name_verbose, address_lines, ...row }) => ({
    ...row,
    nameVerbose: name_verbose,
    addressLines: address_lines,
  }));

export const picked = definePicked({ columns: 'id, name, name_verbose, address_lines', row: location });
