import '#schema/without-eval.ts';
import { type ComponentProps, type ReactNode, lazy } from 'react';
import { Chrome } from '#page-builder/Chrome.tsx';
import { offerCreator } from '#staff/picker/creators.ts';

// Record creators for the editor's pickers; their dialogs are loaded on demand.
offerCreator('link', { label: 'New link', Form: lazy(() => import('#staff/form/AddLink.tsx')) });
offerCreator('form', { label: 'New form', Form: lazy(() => import('./forms/BuilderDialog.tsx')) });

/** The editor on a draft, with the record creators of the administration. */
export function DraftEditor(props: ComponentProps<typeof Chrome>): ReactNode {
  return <Chrome {...props} />;
}
