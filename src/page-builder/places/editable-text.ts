import { tidyTyped } from './tidy-typed.ts';

type EditableText = {
  host: HTMLElement;
  /** Puts back what the page showed, with the very nodes of it. */
  restore: () => void;
};

/** Puts a text that is typed in the place of one that the page shows. The elements of the page stay, and so do their styles. */
export function makeEditable(node: Node, text: string, label: string, isLong: boolean): EditableText {
  const host = document.createElement('span');
  host.className = 'ed-typed';
  // Nothing but text is pasted into it.
  host.contentEditable = 'plaintext-only';
  host.textContent = text;
  host.role = 'textbox';
  host.ariaLabel = label;
  host.ariaMultiLine = String(isLong);
  if (!(node instanceof Element)) {
    const shown = node instanceof Text ? node : null;
    shown?.replaceWith(host);
    return { host, restore: () => shown && host.replaceWith(shown) };
  }
  const shown = [...node.childNodes];
  node.replaceChildren(host);
  return {
    host,
    restore: () => {
      if (host.isConnected) node.replaceChildren(...shown);
    },
  };
}

/** The text of an element that is typed in, as it is stored. */
export function typedText(host: Node, isLong: boolean): string {
  const parts: string[] = [];
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) parts.push(node.data);
    else if (node instanceof HTMLBRElement) parts.push('\n');
  }
  return tidyTyped(parts.join(''), isLong);
}
