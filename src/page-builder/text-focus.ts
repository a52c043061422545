/** Whether keys belong to a field in which text is written: there the browser's own commands count. */
export function isInText(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="button"], [type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])',
    ) !== null
  );
}
