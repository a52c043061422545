/**
 * Goes to an address as a click on a link does, so that whatever handles the links of the page handles this one: in a draft, the
 * editor.
 */
export function followLink(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
