import type { ComponentType } from 'react';
import type { ModuleDefinition } from '#schema/contract.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { RegisteredType } from './definitions.ts';
import { toViewFile } from './view-file.ts';

type View = ComponentType<ViewProps<ModuleDefinition>>;

/** All views in one chunk: pages link the stylesheets of every module, so that drafts look like published pages. */
const files = import.meta.glob<View>('./*/View.tsx', { eager: true, import: 'View' });

/** How a module type looks in a page. */
export function getMount(type: RegisteredType): View {
  const view = files[toViewFile(type)];
  if (!view)
    throw new Error(`src/modules/${toViewFile(type).slice(2)} is missing: the module type ${type} has no view`);
  return view;
}
