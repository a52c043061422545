import { useEffect } from 'react';
import { type Loaded, useCall } from '#staff/calls/use-call.ts';
import type { Operations } from '#admin/messages/operations.ts';

const busyMilliseconds = 2000;
const calmMilliseconds = 15_000;

/** The state of publishing, asked for anew while the screen is looked at: often while something is under way. */
export function useOperations(): Loaded<Operations> {
  const loaded = useCall('findPublishing', {});
  const { value, isLoading, reload } = loaded;
  const isBusy =
    value !== null && (value.building !== null || value.changes.count > 0 || value.lines.some(({ on }) => on !== null));
  useEffect(() => {
    if (isLoading) return;
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setTimeout(look, isBusy ? busyMilliseconds : calmMilliseconds);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLoading, isBusy, reload]);
  return loaded;
}
