import { definitionOf, isRegisteredType } from './definitions.ts';
import type { DraftModule } from './placed.ts';

/** The module that holds the h1 of a page: the first header directly on the page. Null when there is none. */
export function titleModuleOf(modules: readonly DraftModule[]): number | null {
  return modules.find(({ type }) => isRegisteredType(type) && definitionOf(type).holdsTitle)?.id ?? null;
}
