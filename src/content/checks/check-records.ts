import type { Locale } from '#domain/locales.ts';
import { getDefinition } from '#modules/definitions.ts';
import { getKindNames } from '#kinds/registry.ts';
import type { ReferenceKind } from '#schema/fields.ts';
import { locateReferences } from '#schema/references.ts';
import type { CheckedModule, Finding } from './findings.ts';

/** Chosen records that were deleted: where they stood, the page shows nothing. Links are looked at by `checkLinks`. */
export function checkRecords(
  modules: readonly CheckedModule[],
  exists: (kind: ReferenceKind, id: number) => boolean,
  locale: Locale,
): Finding[] {
  return modules.flatMap(({ id: moduleId, type, data }) =>
    locateReferences(getDefinition(type).schema, data).flatMap(({ kind, id, path }): Finding[] =>
      kind === 'link' || exists(kind, id)
        ? []
        : [
            {
              kind: 'record',
              locale,
              moduleId,
              path,
              message: `The ${getKindNames(kind).one} that was chosen here was deleted and is left out.`,
            },
          ],
    ),
  );
}
