import type { ReactNode } from 'react';
import type { RegisteredType } from './definitions.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import { toViewFile } from './view-file.ts';

/** The properties of a view whose type is known at run time only. */
type AnyViewProps = Omit<ViewProps<never>, 'data'> & { data: unknown };
/** Compared as a method is, so that a view of one type can be assigned where the type is looked up at run time. */
type AnyView = { render(props: AnyViewProps): ReactNode }['render'];

const files = import.meta.glob<{ View: AnyView }>('./*/View.tsx');

/** The view of a module type, loaded when it is asked for: the editor's preview renders modules in the browser. */
export async function loadView(type: RegisteredType): Promise<{ View: AnyView }> {
  const load = files[toViewFile(type)];
  if (!load)
    throw new Error(`src/modules/${toViewFile(type).slice(2)} is missing: the module type ${type} has no view`);
  return load();
}
