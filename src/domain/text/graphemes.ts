const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text cut into what people call characters, whatever these are made of. */
export function splitCharacters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Looks up where the characters of a text begin and end: from its beginning to its end, whatever place is asked for. */
export function characterBounds(text: string): { start: (at: number) => number; end: (at: number) => number } {
  const segments = segmenter.segment(text);
  const bounds = (at: number) => {
    const found = segments.containing(at);
    if (!found) return at < 0 ? { from: 0, to: 0 } : { from: text.length, to: text.length };
    return { from: found.index, to: found.index + found.segment.length };
  };
  return {
    start: (at) => bounds(at).from,
    end: (at) => {
      const { from, to } = bounds(at);
      return from === at ? at : to;
    },
  };
}
