import type { ReactNode } from 'react';

export function Tag({ children }: { children: string }): ReactNode {
  return <p className="tag">{children}</p>;
}
