import { defaultLocale } from '#domain/locales.ts';
import { siteHasLocale } from '#domain/sites.ts';
import { maxDepth, nestingMessage } from '#domain/pages/structure.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { localeSchema } from '#schema/record-fields.ts';
import type { Path } from '#schema/walk.ts';
import type { PageModule, PageRecord } from './fields.ts';

type Report = (path: Path, message: string) => void;

/** Reports errors of a page: its languages, the nesting of its modules, and their data. */
export function checkPage(record: PageRecord, issue: Report): void {
  if (record.parent === record.id) issue(['parent'], 'A page is not below itself');
  for (const [locale] of Object.entries(record.locales)) {
    if (!siteHasLocale(record.site, localeSchema.parse(locale))) {
      issue(['locales', locale], `The site ${record.site} has no locale ${locale}`);
    }
  }
  const byId = new Map(record.modules.map((module) => [module.id, module]));
  record.modules.forEach((module, index) => {
    const at = ['modules', index];
    if ((module.parent === null) !== (module.slot === null)) issue([...at, 'slot'], 'parent and slot go together');
    if (module.parent !== null && !byId.has(module.parent)) {
      issue([...at, 'parent'], `The module ${module.parent} is not on this page`);
    } else if (isBelowItself(module, byId)) {
      issue([...at, 'parent'], 'A module is not below itself');
    } else if (measureDepth(module, byId) > maxDepth) {
      issue([...at, 'parent'], nestingMessage);
    } else if (module.parent !== null && !takesModules(byId.get(module.parent))) {
      issue([...at, 'parent'], `The module ${module.parent} is of a type that contains no modules`);
    }
    if (!module.data[defaultLocale]) issue([...at, 'data'], 'The data of the default locale en is missing');
    if (!isRegisteredType(module.type)) {
      issue([...at, 'type'], `unknown module type ${JSON.stringify(module.type)}`);
      return;
    }
    const current = getDefinition(module.type).version;
    for (const [locale, data] of Object.entries(module.data)) {
      const version = module.stored?.[localeSchema.parse(locale)]?.data_version ?? current;
      const parsed = parseData(module.type, version, data);
      if (parsed.ok) continue;
      const issues = parsed.failure.issues ?? [{ path: [], message: parsed.failure.message }];
      for (const found of issues) issue([...at, 'data', locale, ...found.path], found.message);
    }
  });
}

function measureDepth(module: PageModule, byId: ReadonlyMap<number, PageModule>): number {
  const above = module.parent === null ? undefined : byId.get(module.parent);
  return above ? 1 + measureDepth(above, byId) : 1;
}

/** A type that is not known is an issue of its own. */
function takesModules(module: PageModule | undefined): boolean {
  return !module || !isRegisteredType(module.type) || getDefinition(module.type).slots !== undefined;
}

function isBelowItself(module: PageModule, byId: ReadonlyMap<number, PageModule>): boolean {
  const seen = new Set<number>();
  for (let current: PageModule | undefined = module; current;) {
    if (seen.has(current.id)) return true;
    seen.add(current.id);
    current = current.parent === null ? undefined : byId.get(current.parent);
  }
  return false;
}
