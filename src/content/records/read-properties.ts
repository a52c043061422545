import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { localized } from '#kinds/reading/localized-row.ts';
import type { PropertyOfProduct } from '#view-model/properties.ts';

const memberRows = z.array(
  z.object({ property_id: z.number(), role: z.enum(['primary', 'secondary']), position: z.number() }),
);
const propertyRows = z.array(
  z.object({
    id: z.number(),
    unit: z.string().nullable(),
    value_type: z.enum(['number', 'range', 'text']),
    localized: localized({ title: z.string() }),
  }),
);

/** The properties of a category in its order, primary ones first; then the others that are asked for. */
export async function readProperties(
  client: Client,
  category: number | null,
  ids: readonly number[],
): Promise<PropertyOfProduct[]> {
  const members =
    category === null
      ? []
      : await expectData(
          'category_properties',
          client.from('category_properties').select('property_id, role, position').eq('category_id', category),
          memberRows,
        );
  const all = [...new Set([...members.map((member) => member.property_id), ...ids])];
  if (all.length === 0) return [];
  const rows = await expectData(
    'properties',
    client.from('properties').select('id, unit, value_type, localized').in('id', all),
    propertyRows,
  );
  const placeOf = new Map(members.map((member) => [member.property_id, member]));
  const ranks = { primary: 0, secondary: 1 };
  return rows
    .map(({ id, unit, value_type: valueType, localized: texts }): PropertyOfProduct => {
      const role = placeOf.get(id)?.role ?? null;
      return { id, title: texts.en?.title ?? `Property ${id}`, unit, valueType, role };
    })
    .toSorted((a, b) => {
      const rank = (role: PropertyOfProduct['role']) => (role === null ? 2 : ranks[role]);
      const place = (id: number) => placeOf.get(id)?.position ?? id;
      return rank(a.role) - rank(b.role) || place(a.id) - place(b.id);
    });
}
