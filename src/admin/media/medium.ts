import type { UploadKind } from '#domain/media/upload-kinds.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import type { StoredFile } from '#view-model/stored-file.ts';

/** A record with a file. */
export type Medium = { kind: UploadKind; id: number; title: string };
export type MediumFiles = ActionOutput<'findMediumFile'>;

/** The file that is replaced: that of the draft, or else the one that visitors have. */
export function getSeenFile({ file, draft }: MediumFiles): StoredFile | null {
  return draft?.file ?? file;
}
