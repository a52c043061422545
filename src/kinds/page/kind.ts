import { defineKind } from '../contract.ts';
import { checkPage } from './check-page.ts';
import { pageFields } from './fields.ts';
import { pageReferences, pageRows, readPageParts } from './page-rows.ts';

export const page = defineKind({
  kind: 'page',
  table: 'pages',
  label: 'id',
  exportBatchSize: 100,
  fields: pageFields,
  besides: ['locales', 'modules', 'published'],
  derived: { published_revision_id: 'Written by publishing' },
  machineWritten: ['route', 'template', 'structure_version', 'published'],
  check: checkPage,
  references: pageReferences,
  uniques: (record) => [
    ...Object.entries(record.locales).map(([locale, { path: at }]) => `address ${at} of ${record.site} in ${locale}`),
    ...(record.route === null ? [] : [`route ${record.route} of ${record.site}`]),
    ...record.modules.map((module) => `module id ${module.id}`),
  ],
  columns: ({ published }) => (typeof published === 'boolean' ? {} : { published_revision_id: published.revision }),
  rows: pageRows,
  parts: {
    tables: [
      { table: 'page_locales', owner: 'page_id' },
      { table: 'modules', owner: 'page_id' },
      { table: 'published_page_locales', owner: 'page_id' },
      { table: 'module_locales', owner: 'module_id', of: 'modules' },
    ],
    read: readPageParts,
  },
});
