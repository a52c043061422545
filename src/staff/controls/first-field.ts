/** What a form begins with: what is marked so, or else its first field. Null for one without fields. */
export function firstField(form: ParentNode | null | undefined): HTMLElement | null {
  const fields = 'input:not([type="file"], :disabled), textarea, select, [contenteditable="true"]';
  return form?.querySelector<HTMLElement>('[data-autofocus]') ?? form?.querySelector<HTMLElement>(fields) ?? null;
}
