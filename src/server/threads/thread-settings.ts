import type { Origins } from '#kinds/reading/context.ts';
import type { CodeParts } from '#publish/draw/code-parts.ts';

/** What a thread that renders pages is started with: plain data. */
export type ThreadSettings = {
  supabase: { url: string; secretKey: string; databaseUrl?: string | null };
  origins: Origins;
  code: CodeParts;
};
