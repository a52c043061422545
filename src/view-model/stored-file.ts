/** A stored file, as it is shown to people. */
export type StoredFile = {
  hash: string;
  /** In the bucket of media. */
  path: string;
  /** The file itself, in full size. */
  href: string;
  /** What the browser can show of it; null for a file that is no picture. */
  picture: string | null;
  format: string;
  bytes: number;
  width: number | null;
  height: number | null;
};
