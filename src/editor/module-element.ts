/** Where a module stands on the page; null while it is not shown. */
export function elementOf(moduleId: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [data-module-id="${moduleId}"]`);
}
