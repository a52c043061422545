import type { Sentences } from '#staff/publishing/PublishDialog.tsx';

/** What the dialog says that takes a publish or a release back. */
export const takingBack: Sentences = {
  region: 'What taking it back changes',
  planning: 'Working out what would be put back …',
  apply: 'Take back now',
  applying: 'Taking back …',
};
