import type { Removal } from '#domain/media/drawing-removals.ts';
import type { UploadKind } from '#domain/media/upload-kinds.ts';

/** The record of an upload, an older one where the library has the same content, and what was taken out of the file. */
export type Medium = { kind: UploadKind; id: number; title: string; isNew: boolean; removals: readonly Removal[] };
