import { quoteBegin } from '#domain/quotes/product-quotes.ts';
import { toJson } from '#domain/values/to-json.ts';
import { outputFile } from '#edge/output-file.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { ContentReader } from '#content/reader.ts';
import type { Source } from '#content/source/source.ts';
import type { Origins } from '#kinds/reading/context.ts';
import type { SharedFrame } from '#view-model/frame.ts';
import type { CodeParts } from './code-parts.ts';
import { isAskedFor } from './drawn-before.ts';
import { updateDrawingKey } from './drawing-key.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
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

type ReframeOptions = {
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
  const pageFrame = await findFrame(reader);
  const given = pageFrame && updateDrawingKey(pageFrame, output.given, code.drawing);
  if (!given) return null;
  const before = await writer.read(outputFile(path));
  if (!before || hashBytes(before) !== output.hash) return null;
  // The clock may change the content of the page and its frame.
  reader.trace.changesAt(output.next_change_at, source.at);
  const { nextChangeAt } = reader.trace;
  const common = { outcome: 'reframed' as const, path, given, nextChangeAt, media: [...reader.trace.media] };
  if (given === output.given) return { ...common, bytes: null, size: before.length, hash: output.hash };
  const bytes = reframePage(before, pageFrame.frame);
  return bytes && { ...common, bytes, size: bytes.length, hash: hashBytes(bytes) };
}

/** Null where the settings of the site cannot be read, which its pages tell of, or quote values of products, which they look up. */
async function findFrame(reader: ContentReader): Promise<Awaited<ReturnType<ContentReader['readFrame']>> | null> {
  try {
    const pageFrame = await reader.readFrame();
    return toJson(pageFrame.frame).includes(quoteBegin) ? null : pageFrame;
  } catch (error) {
    if (error instanceof DatabaseUnavailable && !error.isOfContent) throw error;
    return null;
  }
}
