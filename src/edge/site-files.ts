import type { Encoding } from './accepted-encoding.ts';
import type { ByteRange } from './byte-range.ts';
import type { Redirects } from './parse-redirects.ts';

/** What a `Response` takes as its body. */
export type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

/** A file that visitors get. */
export type PublishedFile = {
  /** Of the content, quoted, as headers have it. */
  etag: string;
  size: number;
  /** What it depends on, where that is known. */
  tags: readonly string[];
  open(range?: ByteRange): Promise<Body>;
  /** Null for a file that is not compressed in this way. */
  encoded(encoding: Encoding): Promise<{ body: () => Promise<Body>; size: number } | null>;
};

/** The published files of one site, wherever they are; all of one moment where many become live together. */
export type SiteFiles = {
  find(file: string): Promise<PublishedFile | null>;
  /** The content security policy of its pages. */
  policy(): Promise<string | null>;
  redirects(): Promise<Redirects>;
  /** Whether an uploaded file is there that was not: it is looked for again then. */
  bringMedia?(name: string): Promise<boolean>;
};
