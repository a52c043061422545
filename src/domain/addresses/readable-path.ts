/**
 * A path as people write it, with the letters of their language; as it is where its encoding is damaged.
 *
 * @example readablePath('/jp/%E6%B9%BF%E5%BA%A6') // '/jp/湿度'
 * @example readablePath('/100%') // '/100%'
 */
export function readablePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
