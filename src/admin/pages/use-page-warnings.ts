import { useEffect, useState } from 'react';
import { type ActionOutput, call } from '#editor/api.ts';

type Warnings = ActionOutput<'checkDraft'>['warnings'];

/** How many warnings there are for a draft, how many of them keep it from being published, and the first in words. */
export type WarningCount = { all: number; blocking: number; first: string };

/** A draft to check, and the moment of its last change. */
type Draft = { id: number; savedAt: string | null };

/** The warnings of pages' drafts, by the id of the page. Each is drawn to be checked: they are asked for one after the other. */
export function usePageWarnings(drafts: readonly Draft[]): ReadonlyMap<number, WarningCount> {
  const [known, setKnown] = useState<ReadonlyMap<string, WarningCount>>(new Map());
  const asked = drafts.map(keyOf).join(' ');
  useEffect(() => {
    let isOver = false;
    const check = async () => {
      for (const draft of drafts) {
        if (known.has(keyOf(draft))) continue;
        const answer = await call('checkDraft', { pageId: draft.id });
        if (isOver) return;
        if (!answer.ok) continue;
        const count = countOf(answer.value.warnings);
        setKnown((before) => new Map(before).set(keyOf(draft), count));
      }
    };
    void check();
    return () => {
      isOver = true;
    };
    // The list is a new one each time: `asked` has its content. What is known of a draft that nobody changed stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);
  return new Map(
    drafts.flatMap((draft) => {
      const count = known.get(keyOf(draft));
      return count ? [[draft.id, count] as const] : [];
    }),
  );
}

function keyOf({ id, savedAt }: Draft): string {
  return `${id}:${savedAt ?? ''}`;
}

function countOf(warnings: Warnings): WarningCount {
  const [first] = warnings;
  return {
    all: warnings.length,
    blocking: warnings.filter(({ isBlocking }) => isBlocking).length,
    first: first ? `${first.moduleName}: ${first.message}` : '',
  };
}
