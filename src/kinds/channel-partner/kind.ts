import { checkPlace } from '../checks.ts';
import { companyFields } from '../company-fields.ts';
import { defineKind } from '../contract.ts';

export const channelPartner = defineKind({
  kind: 'channel_partner',
  table: 'channel_partners',
  label: 'name',
  fields: companyFields,
  check: checkPlace,
});
