import { checkPlace } from '../checks.ts';
import { companyFields } from '../company-fields.ts';
import { defineKind } from '../contract.ts';

export const representative = defineKind({
  kind: 'representative',
  table: 'representatives',
  label: 'name',
  fields: companyFields,
  check: checkPlace,
});
