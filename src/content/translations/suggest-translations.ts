import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { TargetLocale } from '#domain/locales.ts';
import type { SuggestedTranslation } from '#view-model/translations.ts';

const answer = z.array(
  z.object({ source: z.string(), target: z.string(), target_hash: z.guid(), percentage: z.int().min(60).max(100) }),
);

/** What the sites have said in a language for an English text, or for one that is much like it, the likest first. */
export async function suggestTranslations(
  client: Client,
  { locale, sourceHash }: { locale: TargetLocale; sourceHash: string },
): Promise<SuggestedTranslation[]> {
  const found = await callFunction(client, 'suggest_translations', answer, { p_locale: locale, p_source: sourceHash });
  return found.map(({ target_hash: targetHash, ...suggestion }) => ({ ...suggestion, targetHash }));
}
