import type { SharedModuleRow } from './shapes.ts';

/** A shared module as a reference: what it shows, the content reader puts in the place of the module that names it. */
export function resolveSharedModule({ id, type }: SharedModuleRow): { id: number; title: string } {
  return { id, title: type };
}
