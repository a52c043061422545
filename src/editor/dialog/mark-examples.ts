/** The name under which the browser paints examples in a preview. */
const highlight = 'example';

/** The look of examples, as far as highlights can have one. Legible on each ground. */
const style = `::highlight(${highlight}) {
  background-color: rgb(128 128 128 / 22%);
  text-decoration: underline dotted;
}`;

/** Has to be called once for each document, before its examples are marked. */
export function addExampleStyle(inner: Document): void {
  const view = inner.defaultView;
  if (!view) return;
  const stylesheet = new view.CSSStyleSheet();
  stylesheet.replaceSync(style);
  inner.adoptedStyleSheets.push(stylesheet);
}

/**
 * Marks the texts of a preview that are examples. As highlights, since views take strings, and React must find its elements as it
 * made them.
 */
export function markExamples(body: HTMLElement, examples: ReadonlySet<string>): void {
  const { ownerDocument: inner } = body;
  const view = inner.defaultView;
  // Firefox before 140 has none; the notice above the preview says it as well.
  if (!view || !('highlights' in view.CSS)) return;
  view.CSS.highlights.delete(highlight);
  if (examples.size === 0) return;
  const ranges: Range[] = [];
  const texts = inner.createTreeWalker(body, view.NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    // Typesetting puts other spaces and joiners within figures.
    const text = (node.nodeValue ?? '').replaceAll('\u00a0', ' ').replaceAll('\u2060', '').trim();
    if (!examples.has(text)) continue;
    const range = inner.createRange();
    range.selectNodeContents(node);
    ranges.push(range);
  }
  view.CSS.highlights.set(highlight, new view.Highlight(...ranges));
}
