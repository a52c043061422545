import { type Locale, defaultLocale } from '#domain/locales.ts';
import type { StoredModule } from '#kinds/page/shapes.ts';
import type { SharedModuleRow } from '#kinds/shared-module/shapes.ts';
import { sharedModule } from '#modules/shared-module/schema.ts';
import { isShareable } from '#modules/definitions.ts';

/** The shared module that a stored module names; null for a module with a content of its own. */
export function sharedOf({ type, data }: Pick<StoredModule, 'type' | 'data'>): number | null {
  if (type !== sharedModule.type) return null;
  return sharedModule.schema.safeParse(data).data?.shared ?? null;
}

/** The shared modules that modules name, those inside of others included. */
export function sharedIn(modules: readonly StoredModule[]): number[] {
  return modules.flatMap((module) => [sharedOf(module) ?? [], sharedIn(module.children)].flat());
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
    const id = sharedOf(module);
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
