import { addHighlightStyle, highlight } from './highlight.ts';

const name = 'example';

/** Legible on each ground. Has to be called once for each document, before its examples are marked. */
export function addExampleStyle(inner: Document): void {
  addHighlightStyle(inner, name, 'background-color: rgb(128 128 128 / 22%); text-decoration: underline dotted;');
}

/** Marks the texts of a preview that are examples; the notice above the preview says it as well. */
export function markExamples(body: HTMLElement, examples: ReadonlySet<string>): void {
  const { ownerDocument: inner } = body;
  const nodes: Node[] = [];
  const texts = inner.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && examples.size > 0; node = texts.nextNode()) {
    // Typesetting puts other spaces and joiners within figures.
    const text = (node.nodeValue ?? '').replaceAll('\u00a0', ' ').replaceAll('\u2060', '').trim();
    if (examples.has(text)) nodes.push(node);
  }
  highlight(inner, name, nodes);
}
