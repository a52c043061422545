import { type Locale, defaultLocale } from '#domain/locales.ts';
import type { StoredModule } from '#kinds/page/shapes.ts';
import type { SharedModuleRow } from '#kinds/shared-module/shapes.ts';
import { sharedModule } from '#modules/shared-module/schema.ts';
import { InvalidRecord } from '#content/source/read-row.ts';
import type { Source } from '#content/source/source.ts';
import { isShareable } from '#modules/definitions.ts';

/** The shared module that a stored module names; null for a module with a content of its own. */
export function getSharedId({ type, data }: Pick<StoredModule, 'type' | 'data'>): number | null {
  if (type !== sharedModule.type) return null;
  return sharedModule.schema.safeParse(data).data?.shared ?? null;
}

/** The shared modules that modules name, those inside of others included. */
function sharedIn(modules: readonly StoredModule[]): number[] {
  return modules.flatMap((module) => [getSharedId(module) ?? [], sharedIn(module.children)].flat());
}

/**
 * Modules with the content of those that are shared in the place of what names them. One that is not there stays as it is, and is an
 * error of the page, as a missing record is.
 */
export function showShared(
  modules: readonly StoredModule[],
  locale: Locale,
  rowOf: (id: number) => SharedModuleRow | null,
): StoredModule[] {
  return modules.map((module) => {
    const id = getSharedId(module);
    const row = id === null ? null : rowOf(id);
    if (!row || !isShareable(row.type)) {
      return module.children.length === 0
        ? module
        : { ...module, children: showShared(module.children, locale, rowOf) };
    }
    const own = row.localized[locale]?.data;
    return {
      ...module,
      type: row.type,
      v: row.v,
      data: own ?? row.localized[defaultLocale]?.data,
      fallback: own === undefined,
      children: [],
    };
  });
}

/**
 * The same with the shared modules read first, since what they name is known then.
 *
 * @param tag is told what a page depends on
 */
export async function withShared(
  modules: readonly StoredModule[],
  source: Pick<Source, 'readRows' | 'row'>,
  locale: Locale,
  tag: (tag: string) => void = () => {},
): Promise<readonly StoredModule[]> {
  const ids = sharedIn(modules);
  if (ids.length === 0) return modules;
  await source.readRows(ids.map((id) => ({ kind: 'shared_module', id })));
  return showShared(modules, locale, (id) => {
    tag(`shared_module/card:${id}`);
    try {
      return source.row('shared_module', id);
    } catch (error) {
      // It is told where the module is that names it.
      if (error instanceof InvalidRecord) return null;
      throw error;
    }
  });
}
