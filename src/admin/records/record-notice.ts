import { z } from 'zod';

/** What has just been done to records, told on the screen that follows, or by the list itself. */
const schema = z.object({
  announcement: z.string(),
  undo: z.object({ kind: z.string(), ids: z.array(z.union([z.number(), z.string()])) }).nullable(),
});
export type RecordNotice = z.output<typeof schema>;

const key = 'admin:notice';

export function storeNotice(notice: RecordNotice): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(notice));
  } catch {
    // Without storage the screen follows without the notice.
  }
}

/** The notice for this screen, shown once; null without one. */
export function takeNotice(): RecordNotice | null {
  try {
    const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    sessionStorage.removeItem(key);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
