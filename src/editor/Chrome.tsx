import { type ReactNode, Suspense, lazy, useState } from 'react';
import { call } from './api.ts';
import type { EditorState } from './editor-state.ts';
import { ModuleOutline } from './ModuleOutline.tsx';
import { DraftStatus } from './publishing/DraftStatus.tsx';
import { useEditorQuery, viewPublished } from './query.ts';
import { words } from './words.ts';

const ModuleDialog = lazy(() => import('./dialog/ModuleDialog.tsx'));
const PublishDialog = lazy(() => import('./dialog/PublishDialog.tsx'));

/** The editor on a draft: the bar with the banner, the outline of modules, and the dialogs, which are loaded when they open. */
export function Chrome({ state }: { state: EditorState }): ReactNode {
  const { moduleId } = useEditorQuery();
  const [publishing, setPublishing] = useState<'no' | 'asking' | 'busy'>('no');

  const [steps, setSteps] = useState<HTMLElement | null>(null);
  const hasWindow = moduleId !== null || publishing !== 'no';

  const signOut = async () => {
    await call('logout', {});
    viewPublished();
  };

  return (
    <>
      <div className="ed-spacer" />
      {state.isEditable ? <ModuleOutline modules={state.modules} steps={steps} isBlocked={hasWindow} /> : null}
      <section
        className="ed-bar"
        aria-label="Page Builder"
        aria-hidden={hasWindow ? true : undefined}
        inert={hasWindow}
      >
        <p className="ed-banner" role="status">
          {words.draft}
        </p>
        <DraftStatus state={state} />
        <span className="ed-bar__grow" />
        <div className="ed-bar__steps" ref={setSteps} />
        <button type="button" className="ed-button" onClick={viewPublished}>
          {words.viewPublished}
        </button>
        {state.isEditable ? (
          <button
            type="button"
            className="ed-button ed-button--primary"
            disabled={publishing === 'busy'}
            onClick={() => setPublishing('asking')}
          >
            {words.publish}
          </button>
        ) : null}
        <button type="button" className="ed-button ed-button--quiet" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </section>
      <Suspense
        fallback={
          <p className="ed-loading" role="status">
            Opening …
          </p>
        }
      >
        {moduleId === null ? null : <ModuleDialog key={moduleId} state={state} moduleId={moduleId} />}
        {publishing === 'no' ? null : (
          <PublishDialog
            state={state}
            onBusy={(isBusy) => setPublishing(isBusy ? 'busy' : 'asking')}
            onClose={() => setPublishing('no')}
          />
        )}
      </Suspense>
    </>
  );
}
