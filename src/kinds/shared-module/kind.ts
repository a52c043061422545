import { locales } from '#domain/locales.ts';
import { getDefinition, registeredTypes, isShareable } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { withMeta, text } from '#schema/fields.ts';
import { bookkeeping, choice, hidden, jsonObject, localized } from '#schema/record-fields.ts';
import { locateReferences } from '#schema/references.ts';
import { z } from 'zod';
import { defineKind } from '../contract.ts';

const names = Object.fromEntries(
  registeredTypes
    .filter(isShareable)
    .map((type) => [type, getDefinition(type).displayName] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en')),
);

/** A module that many pages show with one content, which is that of its type, as a whole in each language. */
export const sharedModule = defineKind({
  kind: 'shared_module',
  table: 'shared_modules',
  label: 'name',
  fields: {
    name: text({ label: 'Name', help: 'Editors find it by this; visitors never see it', required: true, max: 120 }),
    type: choice({ label: 'Module', help: 'What it is on the pages that show it', options: names }),
    data_version: hidden(z.int().positive().optional(), 'Version of the data'),
    localized: localized({ data: withMeta(jsonObject(), { label: 'Content', widget: 'module-data' }) }),
    ...bookkeeping,
  },
  check: ({ name, type, data_version: version, localized: texts }, issue) => {
    if (name !== name.trim()) issue(['name'], 'A name has no blanks around it');
    if (!isShareable(type)) return issue(['type'], 'A module of this type cannot be shared');
    for (const locale of locales) {
      const own = texts[locale];
      if (!own) continue;
      const parsed = parseData(type, version ?? getDefinition(type).version, own.data);
      if (parsed.ok) continue;
      for (const { path, message } of parsed.failure.issues ?? [{ path: [], message: parsed.failure.message }]) {
        issue(['localized', locale, 'data', ...path], message);
      }
    }
  },
  references: ({ type, data_version: version, localized: texts }) =>
    isShareable(type)
      ? locales.flatMap((locale) => {
          const own = texts[locale];
          const parsed = own && parseData(type, version ?? getDefinition(type).version, own.data);
          if (!parsed?.ok) return [];
          return locateReferences(getDefinition(type).schema, parsed.value).map(({ path, ...to }) => ({
            ...to,
            path: ['localized', locale, 'data', ...path],
          }));
        })
      : [],
  unique: ['name'],
  columns: ({ type, data_version: version }) => ({
    data_version: version ?? (isShareable(type) ? getDefinition(type).version : 1),
  }),
});
