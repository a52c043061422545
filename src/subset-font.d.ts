declare module 'subset-font' {
  /** A font with the glyphs of a text only. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; noHinting: boolean; keepFeatures: string[] },
  ): Promise<Uint8Array>;
}
