import { type ComponentProps, type ReactNode, lazy } from 'react';
import { Chrome } from '#editor/Chrome.tsx';
import { offerCreator } from '#editor/form/creators.ts';

// What pickers of the editor can make on the spot, by windows that are loaded when they are opened.
offerCreator('image', { label: 'Upload image', Form: lazy(() => import('#editor/form/UploadImage.tsx')) });
offerCreator('link', { label: 'New link', Form: lazy(() => import('#editor/form/AddLink.tsx')) });
offerCreator('form', { label: 'New form', Form: lazy(() => import('./forms/BuilderWindow.tsx')) });

/** The editor on a draft, with what the administration adds to it. */
export function DraftEditor(props: ComponentProps<typeof Chrome>): ReactNode {
  return <Chrome {...props} />;
}
