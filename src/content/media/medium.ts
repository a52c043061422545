import type { UploadKind } from '#domain/upload-kinds.ts';

/** The record of an upload: an older one where the library has the same content. */
export type Medium = { kind: UploadKind; id: number; title: string; isNew: boolean };
