import { useEffect, useState } from 'react';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '../api.ts';

export type Releases = {
  /** Those to come. */
  releases: ActionOutput<'listLaunches'>;
  /** The numbers of those that have a draft of it already. */
  having: ReadonlySet<number>;
};

/** The releases to come, and which of them have a draft of something already. */
export function useReleases(of: ActionInput<'findLaunchesOf'>['of'] | null): {
  loaded: Releases | null;
  failure: CallFailure | null;
} {
  const [loaded, setLoaded] = useState<Releases | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [item] = useState(of);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const listed = await call('listLaunches', { isToCome: true });
      const found = item ? await call('findLaunchesOf', { of: item }) : null;
      if (!isCurrent) return;
      if (!listed.ok) return setFailure(listed.failure);
      if (found?.ok === false) return setFailure(found.failure);
      setLoaded({ releases: listed.value, having: new Set(found?.value.map(({ id }) => id)) });
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [item]);
  return { loaded, failure };
}
