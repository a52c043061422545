import { useEffect, useState } from 'react';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '../calls/api.ts';

export type Releases = {
  /** Those to come. */
  releases: ActionOutput<'listReleases'>;
  /** What those have of it that have a draft of it already, by their numbers: who has saved it, and when. */
  having: ReadonlyMap<number, { at: string; by: string | null } | null>;
};

/** The releases to come, and which of them have a draft of something already. */
export function useReleases(of: ActionInput<'findReleasesOf'>['of'] | null): {
  loaded: Releases | null;
  failure: CallFailure | null;
} {
  const [loaded, setLoaded] = useState<Releases | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [item] = useState(of);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const listed = await call('listReleases', { isToCome: true });
      const found = item ? await call('findReleasesOf', { of: item }) : null;
      if (!isCurrent) return;
      if (!listed.ok) return setFailure(listed.failure);
      if (found?.ok === false) return setFailure(found.failure);
      setLoaded({ releases: listed.value, having: new Map(found?.value.map(({ id, saved }) => [id, saved])) });
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [item]);
  return { loaded, failure };
}
