import { getDefinition, isRegisteredType } from './definitions.ts';
import type { DraftModule } from './placed.ts';

/** The module that holds the h1 of a page: the first header directly on the page. Null when there is none. */
export function findTitleModule(modules: readonly DraftModule[]): number | null {
  return modules.find(({ type }) => isRegisteredType(type) && getDefinition(type).holdsTitle)?.id ?? null;
}
