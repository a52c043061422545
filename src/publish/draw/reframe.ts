import { quoteBegin } from '#domain/product-quotes.ts';
import { jsonOf } from '#domain/json-of.ts';
import { outputFile } from '#edge/output-file.ts';
import { DatabaseUnavailable } from '#content/client.ts';
import { ContentReader } from '#content/reader.ts';
import type { Source } from '#content/source.ts';
import type { Origins } from '#kinds/reading/context.ts';
import type { SharedFrame } from '#view-model/frame.ts';
import type { CodeParts } from './code-parts.ts';
import { isAskedFor } from './drawn-before.ts';
import { withMenusOf } from './given.ts';
import { hashOf } from '#publish/hash-of.ts';
import { type ClaimedOutput, isPage } from '#publish/output.ts';
import type { LiveWriter } from '#publish/targets/target.ts';

/** The file of a page with another frame of its site and locale around it, in memory of its own; null where the frame is not found in it. */
export type ReframePage = (file: Uint8Array, frame: SharedFrame) => Uint8Array<ArrayBuffer> | null;

/** A page that was not read, since nothing but the menus around it can differ. It depends on what it did. */
export type Reframed = {
  outcome: 'reframed';
  path: string;
  /** Null when the menus are the same in its locale. */
  bytes: Uint8Array<ArrayBuffer> | null;
  size: number;
  hash: string;
  given: string;
  nextChangeAt: string | null;
  /** Files that the menus lead to; what else the page shows has come with it. */
  media: string[];
};

export type ReframeOptions = {
  source: Source;
  origins: Origins;
  code: CodeParts;
  reframePage: ReframePage;
  /** The live build. */
  writer: Pick<LiveWriter, 'read'>;
};

/**
 * Puts the menus of now around a page whose own content is as it was. Null for one of which that is not known, or whose file is not as it
 * was published: it is drawn.
 */
export async function reframe(output: ClaimedOutput, options: ReframeOptions): Promise<Reframed | null> {
  const { source, origins, code, reframePage, writer } = options;
  const { path } = output;
  // What is not found shows the menus in its content as well.
  if (!output.of_frame || !isPage(output.kind) || output.kind === 'not_found' || isAskedFor(output)) return null;
  if (path === null || output.given === null) return null;
  const reader = new ContentReader(source, output.locale, origins);
  const around = await readAround(reader);
  const given = around && withMenusOf(around, output.given, code.drawing);
  if (!given) return null;
  const before = await writer.read(outputFile(path));
  if (!before || hashOf(before) !== output.hash) return null;
  // The clock may change the content of the page and its frame.
  reader.trace.changesAt(output.next_change_at, source.at);
  const { nextChangeAt } = reader.trace;
  const common = { outcome: 'reframed' as const, path, given, nextChangeAt, media: [...reader.trace.media] };
  if (given === output.given) return { ...common, bytes: null, size: before.length, hash: output.hash };
  const bytes = reframePage(before, around.frame);
  return bytes && { ...common, bytes, size: bytes.length, hash: hashOf(bytes) };
}

/** Null where the settings of the site cannot be read, which its pages tell of, or quote values of products, which they look up. */
async function readAround(reader: ContentReader): Promise<Awaited<ReturnType<ContentReader['around']>> | null> {
  try {
    const around = await reader.around();
    return jsonOf(around.frame).includes(quoteBegin) ? null : around;
  } catch (error) {
    if (error instanceof DatabaseUnavailable && !error.isOfContent) throw error;
    return null;
  }
}
