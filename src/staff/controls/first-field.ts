/** Not the number of a record beside the button that chooses it, nor how a module is laid out. */
const fields =
  ':is(input:not([type="file"], :disabled, .ed-id__input), textarea, select, [contenteditable="true"]):not(.ed-group--layout *)';

/** What a form begins with: what is marked so, or else its first field. Null for one without fields. */
export function firstField(form: ParentNode | null | undefined): HTMLElement | null {
  return form?.querySelector<HTMLElement>('[data-autofocus]') ?? form?.querySelector<HTMLElement>(fields) ?? null;
}
