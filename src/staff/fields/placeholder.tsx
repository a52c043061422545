import { type ReactNode, createContext, useContext } from 'react';
import { placeholderAt } from '#schema/placeholders.ts';

const Placeholders = createContext<unknown>(null);

/** Gives the fields inside the examples of a module type to show while they are empty. */
export function PlaceholderProvider({ values, children }: { values: unknown; children: ReactNode }): ReactNode {
  return <Placeholders value={values}>{children}</Placeholders>;
}

/** The example for the text at a path of the form; undefined without one. */
export function usePlaceholder(path: string): string | undefined {
  return placeholderAt(useContext(Placeholders), path) || undefined;
}
