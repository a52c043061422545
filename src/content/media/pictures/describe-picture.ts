import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PictureTexts } from '#domain/media/new-image.ts';
import type { PictureKind } from '#domain/media/upload-kinds.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { openRecord } from '#content/records/open-record.ts';
import { saveRecord } from '#content/records/save-record.ts';
import { notFound } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { readTexts, withTexts } from './picture-texts.ts';

type PictureName = { kind: PictureKind; id: number };

/** A picture as it is described: its texts as they were saved last, and what they are saved against. */
type DescribedPicture = PictureTexts & {
  filename: string;
  /** The version that is live. */
  version: number;
  /** When its draft was saved, and by whom; null where it has none. */
  savedAt: string | null;
  savedBy: string | null;
};

type OpenedPicture = DescribedPicture & { data: JsonObject };

const named = z.object({ filename: z.string().catch('') });

async function openPicture(client: Client, { kind, id }: PictureName): Promise<Result<OpenedPicture>> {
  const opened = await openRecord(client, kind, id);
  if (!opened.ok) return opened;
  const { live, draft, version } = opened.value;
  if (!live || version === null) return fail('not-found', notFound(kind));
  const data = draft?.data ?? live;
  return ok({
    ...readTexts(data),
    ...named.parse(data),
    data,
    version,
    savedAt: draft?.savedAt ?? null,
    savedBy: draft?.savedBy ?? null,
  });
}

/** The texts of a picture as they were saved last, with the rights of the client. */
export async function readPicture(client: Client, picture: PictureName): Promise<Result<DescribedPicture>> {
  const opened = await openPicture(client, picture);
  if (!opened.ok) return opened;
  const { data: _, ...texts } = opened.value;
  return ok(texts);
}

type Description = PictureName &
  PictureTexts & {
    /** What the person has seen: when the draft was saved, null for none, and the version that is live. */
    base: string | null;
    version: number;
    /** The texts that somebody else has saved meanwhile are kept for 30 days, and these take their place. */
    isOverTheirs?: boolean | undefined;
  };

/**
 * Saves the texts of a picture in its draft, unless somebody has saved or published it since the person looked. Answers when it was
 * saved; null where these are the texts that are live, and there is nothing to save.
 */
export async function describePicture(
  actor: Actor,
  { kind, id, base, version, decorative, alt, isOverTheirs }: Description,
): Promise<Result<{ savedAt: string | null; filename: string }>> {
  const opened = await openPicture(actor.client, { kind, id });
  if (!opened.ok) return opened;
  const { data, filename, savedAt } = opened.value;
  if (savedAt !== base || version !== opened.value.version) return refuseOvertaken(opened.value);
  const described = withTexts(kind, data, { decorative, alt });
  if (savedAt === null && isDeepStrictEqual(described, data)) return ok({ savedAt, filename });
  const saved = await saveRecord(actor, {
    kind,
    id,
    data: described,
    base,
    ...(savedAt === null ? { version } : {}),
    isRestored: isOverTheirs,
  });
  if (saved.ok) return ok({ savedAt: saved.value.savedAt, filename });
  if (saved.failure.code !== 'conflict') return saved;
  const now = await openPicture(actor.client, { kind, id });
  return now.ok ? refuseOvertaken(now.value) : now;
}

function refuseOvertaken({ data: _, ...now }: OpenedPicture): Result<never> {
  const who = now.savedBy ?? 'Somebody';
  const message = `${who} has saved this picture since you opened it. Nothing was overwritten: open it again, and compare.`;
  return { ok: false, failure: { code: 'conflict', message, detail: now } };
}
