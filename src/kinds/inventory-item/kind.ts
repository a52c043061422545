import { requiredReference } from '#schema/fields.ts';
import { bookkeeping, orNull, time, webAddress, wholeNumber } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

/** A channel partner's stock of a product. */
export const inventoryItem = defineKind({
  kind: 'inventory_item',
  table: 'inventory_items',
  label: 'id',
  namedBy: ['product', 'channel_partner'],
  listed: ['product', 'channel_partner', 'quantity'],
  fields: {
    product: requiredReference('product', { label: 'Product' }),
    channel_partner: requiredReference('channel_partner', { label: 'Channel partner' }),
    quantity: wholeNumber({ label: 'Quantity', min: 0 }),
    as_of: time({ label: 'Counted at' }),
    url: orNull(webAddress({ label: 'Shop', help: 'Where it is ordered' })),
    ...bookkeeping,
  },
  machineWritten: ['quantity', 'as_of'],
  uniques: (record) => [`stock of product ${record.product} at channel partner ${record.channel_partner}`],
});
