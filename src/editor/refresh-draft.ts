import { dropModal } from './query.ts';

/** The same draft, read anew and at the same place of the page. */
export async function refreshDraft(): Promise<void> {
  dropModal();
  location.reload();
}
