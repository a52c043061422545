import { z } from 'zod';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { getKind } from '#kinds/kinds.ts';
import type { Medium } from './medium.ts';

const row = z.object({
  id: z.int(),
  filename: z.string().nullish(),
  name: z.string().nullish(),
  display: z.string().nullish(),
  storage_path: z.string().nullish(),
});

/** A record, and where Storage has its file. */
type SameFile = { medium: Medium; path: string | null };

/** As many characters of a file's SHA-256 name it in Storage (`makeHash`). */
const nameLength = 20;

/**
 * The record that has a file already, by the SHA-256 of the file. It finds what is stored as it is brought: files, documents, and
 * pictures that need no conversion; the others are recognised once they are converted.
 */
export async function findSameFile(client: Client, kind: UploadKind, hash: string): Promise<SameFile | null> {
  const { table } = getKind(kind);
  if (table !== 'images' && table !== 'vectors' && table !== 'files' && table !== 'documents') return null;
  const query = client.from(table).select('*').eq('hash', hash.slice(0, nameLength)).order('id').limit(1).maybeSingle();
  const found = await expectData(table, query, row.nullable());
  if (!found) return null;
  const title = found.display || found.name || found.filename || '';
  return { medium: { kind, id: found.id, title, isNew: false, removals: [] }, path: found.storage_path ?? null };
}
