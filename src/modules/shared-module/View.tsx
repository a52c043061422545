import type { ReactNode } from 'react';

/** Nothing: the content reader puts the module that is shared in its place. */
export function View(): ReactNode {
  return null;
}
