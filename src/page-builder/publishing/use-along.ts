import { useState } from 'react';
import { isPictureKind } from '#domain/media/upload-kinds.ts';
import type { ShownDraft } from '#content/records/shown-drafts.ts';

/** The draft of a record that may go live with the page. */
export type WaitingDraft = Pick<ShownDraft, 'kind' | 'id' | 'title'>;

export type Along = {
  drafts: readonly WaitingDraft[];
  /** Those that are published with the page. */
  chosen: readonly WaitingDraft[];
  choose: (draft: WaitingDraft, isChosen: boolean) => void;
};

const makeKey = ({ kind, id }: WaitingDraft) => `${kind}:${id}`;

/**
 * The finished drafts of records that a page shows, and which of them are published with it. Somebody who has described a picture for
 * the page wants to publish that as well.
 */
export function useAlong(shown: readonly ShownDraft[]): Along {
  const [others, setOthers] = useState<readonly WaitingDraft[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(shown.filter(({ kind, isOwn, isFinished }) => isOwn && isFinished && isPictureKind(kind)).map(makeKey)),
  );
  const finished = shown.filter(({ isFinished }) => isFinished);
  const known = new Set(finished.map(makeKey));
  const drafts = [...finished, ...others.filter((draft) => !known.has(makeKey(draft)))];
  return {
    drafts,
    chosen: drafts.filter((draft) => chosen.has(makeKey(draft))),
    choose: (draft, isChosen) => {
      const key = makeKey(draft);
      if (drafts.every((one) => makeKey(one) !== key)) setOthers([...others, draft]);
      setChosen(isChosen ? new Set(chosen).add(key) : new Set([...chosen].filter((one) => one !== key)));
    },
  };
}
