import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, itemId, layoutFields, list, richText, text } from '#schema/fields.ts';

export const manualTabs = defineModule({
  type: 'MANUAL_TABS',
  displayName: 'Manual tabs',
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
  defaults: {
    tabs: [
      { id: 'first', title: 'First tab', body: paragraph('What a reader finds who stays here.') },
      { id: 'second', title: 'Second tab', body: paragraph('What a reader finds who looks further.') },
    ],
  },
  slots: (data) => data.tabs.map(({ id }) => id),
});

function paragraph(words: string) {
  return {
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }],
  };
}
