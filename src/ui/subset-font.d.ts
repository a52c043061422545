/** The package has no types. This is the part of it that is used here. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; noHinting?: boolean },
  ): Promise<Uint8Array>;
}
