export type ByteRange = { offset: number; length: number };

/**
 * The part of a file that a `Range` header asks for: null for all of it, as for several parts or what cannot be read, and
 * 'none' for a part that the file does not have.
 *
 * @example byteRange('bytes=-2', 10); // { offset: 8, length: 2 }
 */
export function byteRange(header: string | null, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < offset) return null;
  return offset >= size ? 'none' : { offset, length: end - offset };
}
