/** Gives a document the look of one of its highlights; once for each document and name. */
export function addHighlightStyle(inner: Document, name: string, declarations: string): void {
  const view = inner.defaultView;
  if (!view) return;
  const stylesheet = new view.CSSStyleSheet();
  stylesheet.replaceSync(`::highlight(${name}) { ${declarations} }`);
  inner.adoptedStyleSheets.push(stylesheet);
}

/**
 * Has the browser paint nodes of a document. A highlight changes no element, and React finds its own as it made them. Firefox
 * before 140 paints none.
 */
export function highlight(inner: Document, name: string, nodes: readonly Node[]): void {
  const view = inner.defaultView;
  if (!view || !('highlights' in view.CSS)) return;
  view.CSS.highlights.delete(name);
  if (nodes.length === 0) return;
  const ranges = nodes.map((node) => {
    const range = inner.createRange();
    range.selectNodeContents(node);
    return range;
  });
  view.CSS.highlights.set(name, new view.Highlight(...ranges));
}
