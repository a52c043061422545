/** A text that was typed on a page as a field of a form would have it: no line breaks but in a long text, and none around it. */
export function tidyTyped(text: string, isLong: boolean): string {
  const tidy = text.replaceAll('\u00A0', ' ').replaceAll('\r', '').trim();
  return isLong ? tidy : tidy.replaceAll(/\s*\n\s*/g, ' ');
}
