import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { PictureTexts } from '#domain/media/new-image.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { localized } from '#kinds/reading/localized-row.ts';
import { notFound } from '#kinds/registry.ts';

type PictureKind = 'image' | 'vector';

/** A picture as it is described: its texts, and the version to save against. */
type DescribedPicture = PictureTexts & { version: number; filename: string };

const columns = {
  image: 'filename, version, localized, is_decorative',
  vector: 'filename, version, localized',
} as const;
const row = z.object({
  filename: z.string(),
  version: z.number(),
  localized: localized({ alt: z.string() }),
  is_decorative: z.boolean().default(false),
});

/** The texts of a picture, with the rights of the client. */
export async function readPicture(client: Client, kind: PictureKind, id: number): Promise<Result<DescribedPicture>> {
  const stored =
    kind === 'image'
      ? client.from('images').select(columns.image).eq('id', id).maybeSingle()
      : client.from('vectors').select(columns.vector).eq('id', id).maybeSingle();
  const found = await expectData(kind, stored, row.nullable());
  if (!found) return fail('not-found', notFound(kind));
  const texts = Object.entries(found.localized).map(([locale, text]) => [locale, text.alt ?? '']);
  return ok({
    filename: found.filename,
    version: found.version,
    decorative: found.is_decorative,
    alt: Object.fromEntries(texts),
  });
}

/** Saves the texts of a picture against the version that they started from. They are live wherever the picture is shown. */
export async function describePicture(
  actor: Actor,
  { kind, id, version, decorative, alt }: PictureTexts & { kind: PictureKind; id: number; version: number },
): Promise<Result<{ version: number }>> {
  const saved = await callFunction(actor.service, 'describe_picture', z.int().nullable(), {
    p_actor: actor.userId,
    p_kind: kind,
    p_id: id,
    p_version: version,
    p_texts: { decorative, alt },
  });
  if (saved !== null) return ok({ version: saved });
  const now = await readPicture(actor.client, kind, id);
  if (!now.ok) return now;
  const message = 'Somebody else has changed this picture meanwhile. Close this window, open it again and compare.';
  return { ok: false, failure: { code: 'conflict', message, detail: now.value } };
}
