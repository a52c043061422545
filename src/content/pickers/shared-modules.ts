import { z } from 'zod';
import { definitionOf, isRegisteredType } from '#modules/definitions.ts';
import { makeFinder } from './finder.ts';

const row = z.object({ id: z.number(), name: z.string(), type: z.string() }).transform(({ id, name, type }) => ({
  id,
  name,
  type,
  typeName: isRegisteredType(type) ? definitionOf(type).displayName : type,
}));

export const sharedModules = makeFinder('shared_module', row, (client, ids) =>
  client.from('shared_modules').select('id, name, type').in('id', ids),
);
