import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { requiredReference } from '#schema/fields.ts';

export const description = 'a module with one content on many pages';

/** Names a shared module. Pages show that one in its place, so that it has no look of its own. */
export const sharedModule = defineModule({
  type: 'SHARED_MODULE',
  displayName: 'Shared module',
  version: 1,
  standsIn: true,
  schema: z.object({ shared: requiredReference('shared_module', { label: 'Shared module' }) }),
  defaults: {},
});
