import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { CopiedModule } from '#domain/pages/copied-modules.ts';
import { defaultLocale, englishNames, isLocale } from '#domain/locales.ts';
import { getKeys, ownValue } from '#domain/objects.ts';
import { type Issue, type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteHasLocale } from '#domain/sites.ts';
import { getKind } from '#kinds/kinds.ts';
import { getKindNames } from '#kinds/registry.ts';
import { type RegisteredType, getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { type ReferenceTarget, collectReferences } from '#schema/references.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { checkModuleData } from './drafts.ts';

/** A module that may be stored: its data are of the current schema in each language that the site has. */
export type CheckedModule = {
  type: RegisteredType;
  slot: string | null;
  locales: Record<string, { v: number; data: Json }>;
  children: CheckedModule[];
};

/** Where copied modules come from, for what is said when they cannot be taken. */
export type CopiedFrom = 'clipboard' | 'section' | 'share' | 'shared' | 'part';

const refusalTexts = {
  clipboard: { path: ['copied'], nothing: 'Nothing was pasted.', again: 'copy it again' },
  section: { path: ['sectionId'], nothing: 'Nothing was inserted.', again: 'save the section again' },
  share: { path: ['moduleId'], nothing: 'Nothing was shared.', again: 'share it again' },
  shared: { path: ['sharedId'], nothing: 'Nothing was inserted.', again: 'publish it' },
  part: { path: ['moduleId'], nothing: 'Nothing was parted.', again: 'part it again' },
} as const satisfies Record<CopiedFrom, object>;

/** Checks copied modules as a form checks one, for the site that they come to. Languages that it does not have are left out. */
export async function checkCopied(
  client: Client,
  site: SiteId,
  modules: readonly CopiedModule[],
  from: CopiedFrom = 'clipboard',
): Promise<Result<CheckedModule[]>> {
  const { path, nothing } = refusalTexts[from];
  const issues: Issue[] = [];
  const references: ReferenceTarget[] = [];
  const check = async (module: CopiedModule): Promise<CheckedModule | null> => {
    const { type } = module;
    if (!isRegisteredType(type)) {
      issues.push({ path, message: `There is no module type ${type} here.` });
      return null;
    }
    const { displayName, schema, version } = getDefinition(type);
    const locales: CheckedModule['locales'] = {};
    for (const locale of getKeys(module.locales)) {
      const stored = module.locales[locale];
      if (!stored || !isLocale(locale) || !siteHasLocale(site, locale)) continue;
      const current = parseData(type, stored.v, stored.data);
      const checked = current.ok ? await checkModuleData(client, type, current.value) : current;
      if (checked.ok) {
        locales[locale] = { v: version, data: checked.value };
        collectReferences(schema, checked.value, references);
      } else {
        const [first] = checked.failure.issues ?? [];
        issues.push({
          path,
          message: `${displayName} in ${englishNames[locale]}: ${first?.message ?? checked.failure.message}.`.replace(
            /\.\.$/,
            '.',
          ),
        });
      }
    }
    if (module.locales[defaultLocale] === undefined) {
      issues.push({
        path,
        message: `${displayName} has no English texts, which all other languages fall back to.`,
      });
    }
    const children = await checkAll(module.children);
    return { type, slot: module.slot, locales, children };
  };
  const checkAll = async (all: readonly CopiedModule[]) => {
    const checked: CheckedModule[] = [];
    for (const one of all) {
      const made = await check(one);
      if (made) checked.push(made);
    }
    return checked;
  };
  const checked = await checkAll(modules);
  issues.push(...(await findElsewhere(client, site, references, from)));
  return issues.length > 0
    ? fail(
        'invalid',
        `${nothing} ${issues
          .slice(0, 3)
          .map(({ message }) => message)
          .join(' ')}`,
        issues,
      )
    : ok(checked);
}

const fieldRows = z.array(z.record(z.string(), z.unknown()).nullable());

/** Records that the site does not show: a module would show nothing in their place, or could not be published. */
async function findElsewhere(
  client: Client,
  site: SiteId,
  references: readonly ReferenceTarget[],
  from: CopiedFrom,
): Promise<Issue[]> {
  const { path, again } = refusalTexts[from];
  const bound = [...Map.groupBy(references, ({ kind, id }) => `${kind} ${id}`).values()]
    .flatMap(([first]) => first ?? [])
    .filter(({ kind }) => kind === 'page' || getKind(kind).hasSites);
  const rows: (Record<string, unknown> | null)[] = [];
  for (let start = 0; start < bound.length; start += 500) {
    const asked = bound.slice(start, start + 500).map(({ kind, id }) => ({ name: getKind(kind).table, ref: id }));
    rows.push(...(await callFunction(client, 'read_fields', fieldRows, { p_records: asked })));
  }
  return bound.flatMap(({ kind, id }, at) => {
    const row = rows[at];
    const sites = row?.['sites'] ?? [row?.['site_id']];
    if (!row || (Array.isArray(sites) && sites.includes(site))) return [];
    const { label } = getKind(kind);
    const named =
      ownValue(row, label) ??
      ownValue(row, `localized/en/${label}`) ??
      row['localized/en/name'] ??
      row['localized/en/title'];
    const name = typeof named === 'string' && named !== '' ? `“${named}”` : String(id);
    return [
      {
        path,
        message: `The ${getKindNames(kind).one} ${name} belongs to another site. Choose one of this site in the module, then ${again}.`,
      },
    ];
  });
}
