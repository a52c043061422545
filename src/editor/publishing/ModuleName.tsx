import type { ReactNode } from 'react';

/** The name of a module's type, and the module's title, which tells it from others of its type. */
export function ModuleName({ name, title }: { name: string; title: string }): ReactNode {
  return (
    <>
      <span className="ed-module-name">{name}</span>
      {title === '' ? null : <span className="ed-module-title"> {title}</span>}
    </>
  );
}
