import type { ReactNode } from 'react';

export type Level = 2 | 3 | 4 | 5 | 6;

const tags = { 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;

export function HeadingAt({
  level,
  className,
  children,
}: {
  level: Level;
  className: string;
  children: ReactNode;
}): ReactNode {
  const Tag = tags[level];
  return <Tag className={className}>{children}</Tag>;
}
