import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { ActionOutput } from '#staff/calls/api.ts';

/** A record with a file. */
export type Medium = { kind: UploadKind; id: number; title: string };
export type MediumFiles = ActionOutput<'findMediumFile'>;
export type StoredFile = NonNullable<MediumFiles['file']>;
