import { type ActionOutput, call } from '#staff/calls/api.ts';

type Warnings = ActionOutput<'checkDraft'>['warnings'];

/** How many warnings there are for a draft, how many of them keep it from being published, and the first in words. */
export type WarningCount = { all: number; blocking: number; first: string };

/** A draft to check, and the moment of its last change. */
type Draft = { id: number; savedAt: string | null };

export type WarningCounts = {
  /** What is known of a draft that nobody has changed since; null before. */
  of: (draft: Draft) => WarningCount | null;
  /** Wants a draft checked as long as the function that is returned was not called. */
  want: (draft: Draft) => () => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * The warnings of drafts that somebody looks at. Each draft is drawn to be checked: they are asked for one after the other, and
 * one that is not looked at any more when its turn comes is left out.
 *
 * @param check Answers null where the draft cannot be checked; it is asked for again when it is wanted anew.
 */
export function makeWarningCounts(check: (id: number) => Promise<Warnings | null> = checkDraft): WarningCounts {
  const known = new Map<string, WarningCount>();
  const wanted = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  /** The draft that is being checked. */
  let checking: string | null = null;

  const checkWanted = async () => {
    if (checking !== null) return;
    for (let next = first(wanted); next; next = first(wanted)) {
      const [key, { id }] = next;
      wanted.delete(key);
      checking = key;
      const warnings = await check(id);
      if (!warnings) continue;
      known.set(key, countWarnings(warnings));
      for (const listener of listeners) listener();
    }
    checking = null;
  };

  return {
    of: (draft) => known.get(makeKey(draft)) ?? null,
    want(draft) {
      const key = makeKey(draft);
      if (known.has(key) || checking === key) return () => {};
      wanted.set(key, draft);
      void checkWanted();
      return () => void wanted.delete(key);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function checkDraft(pageId: number): Promise<Warnings | null> {
  const answer = await call('checkDraft', { pageId });
  return answer.ok ? answer.value.warnings : null;
}

function first<K, V>(map: ReadonlyMap<K, V>): [K, V] | null {
  for (const entry of map) return entry;
  return null;
}

function makeKey({ id, savedAt }: Draft): string {
  return `${id}:${savedAt ?? ''}`;
}

function countWarnings(warnings: Warnings): WarningCount {
  const [one] = warnings;
  return {
    all: warnings.length,
    blocking: warnings.filter(({ isBlocking }) => isBlocking).length,
    first: one ? `${one.moduleName}: ${one.message}` : '',
  };
}
