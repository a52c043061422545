import { call } from '#staff/calls/api.ts';
import { useMay } from '../shell/use-may.ts';
import type { PageRow } from './page-rows.ts';

/** Locks a page that can be changed, and unlocks one that is locked; null for who may not. */
export function useLock(
  onDone: (message: string) => void,
  onRefused: (message: string) => void,
): ((row: PageRow) => void) | null {
  const isOffered = useMay()('lock pages');
  const change = async ({ page: { id, isEditable }, title }: PageRow) => {
    const answer = await call('lockPage', { pageId: id, isLocked: isEditable });
    if (!answer.ok) onRefused(answer.failure.message);
    else if (isEditable) onDone(`“${title}” is locked: nobody changes it until an administrator unlocks it.`);
    else onDone(`“${title}” can be changed again.`);
  };
  return isOffered ? (row) => void change(row) : null;
}
