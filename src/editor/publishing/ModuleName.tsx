import type { ReactNode } from 'react';

/** What editors call a module's type, and what the module says at its top, which tells it from others of its type. */
export function ModuleName({ name, title }: { name: string; title: string }): ReactNode {
  return (
    <>
      <span className="ed-module-name">{name}</span>
      {title === '' ? null : <span className="ed-module-title"> {title}</span>}
    </>
  );
}
