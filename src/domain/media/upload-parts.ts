/** Large files are sent in parts, so that one that breaks off goes on where it was. */

/** Of a part, in bytes; the last one has the rest. A smaller file is sent at once. */
export const partSize = 4 * 1024 * 1024;

/** What an upload is known by: its content. Who brings the same file again goes on with it. */
export type PartedFile = {
  /** SHA-256 of the whole file. */
  hash: string;
  size: number;
};

/** How many parts a file has. */
export function countParts(size: number): number {
  return Math.ceil(size / partSize);
}

/**
 * The bytes of a part, by its number from 0; none for a part that the file does not have.
 *
 * @example sizeOfPart(partSize + 1, 1); // 1
 */
export function sizeOfPart(size: number, part: number): number {
  return Math.max(0, Math.min(partSize, size - part * partSize));
}
