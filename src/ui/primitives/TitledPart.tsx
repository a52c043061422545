import type { ReactNode } from 'react';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import './titled-part.css';

/** A part of a module with its title in the margin. Parts that follow one another share the margin. */
export function TitledPart({
  title,
  level,
  children,
}: {
  title: string;
  level: Level;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="titled-part">
      <HeadingAt level={level} className="titled-part__title" text={title} />
      <div>{children}</div>
    </div>
  );
}
