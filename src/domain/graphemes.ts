const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text cut into what people call characters, whatever these are made of. */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Looks up where the characters of a text begin and end. */
export function characterBounds(text: string): { start: (at: number) => number; end: (at: number) => number } {
  const segments = segmenter.segment(text);
  return {
    start: (at) => (at >= text.length ? text.length : segments.containing(Math.max(0, at)).index),
    end: (at) => {
      if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
      const { index, segment } = segments.containing(at);
      return index === at ? at : index + segment.length;
    },
  };
}
