import { z } from 'zod';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { definePicked } from '../reading/picked.ts';

const row = z.object({ id: z.number(), name: z.string(), type: z.string() }).transform(({ id, name, type }) => ({
  id,
  name,
  type,
  typeName: isRegisteredType(type) ? getDefinition(type).displayName : type,
}));

export const picked = definePicked({ columns: 'id, name, type', row: row });
