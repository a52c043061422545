import type { ReactNode } from 'react';
import type { MarkedText } from '#domain/search/search.ts';

/** A text with the searched words highlighted. */
export function Marked({ text }: { text: MarkedText }): ReactNode {
  return text.map((part, index) => (part.isHit ? <mark key={index}>{part.text}</mark> : part.text));
}
