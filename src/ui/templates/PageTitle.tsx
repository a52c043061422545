import type { ReactNode } from 'react';
import './page-title.css';

/** The h1 of a page whose modules have none: a page without a HERO. */
export function PageTitle({ title }: { title: string }): ReactNode {
  return (
    <header className="page-title">
      <h1>{title}</h1>
    </header>
  );
}
