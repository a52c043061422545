import { useEffect, useState } from 'react';

/** Milliseconds after the last key. */
const delay = 400;

/** A value once it has been the same for a moment, so that not every key is asked about. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
