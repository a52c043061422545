import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, itemId, layoutFields, list, richText, text } from '#schema/fields.ts';

export const description = 'sections as tabs, with modules in them';

export const manualTabs = defineModule({
  type: 'MANUAL_TABS',
  displayName: 'Manual tabs',
  group: 'Texts',
  also: ['tab panel', 'sections'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    tabs: list(
      z.object({
        id: itemId(),
        title: text({ label: 'Title', max: 60, required: true }),
        body: richText({ label: 'Text' }),
      }),
      { label: 'Tabs', itemLabel: 'tab', min: 1 },
    ),
  }),
  defaults: {},
  placeholders: {
    tabs: [
      { title: 'First tab', body: 'What a reader finds who stays here.' },
      { title: 'Second tab', body: 'What a reader finds who looks further.' },
    ],
  },
  slots: (data) => data.tabs.map(({ id }) => id),
});
