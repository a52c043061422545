import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { Bar, type Publishing } from './bar/Bar.tsx';
import { signInHref } from '#staff/calls/sign-in-href.ts';
import StructureProblemDialog from './dialog/StructureProblemDialog.tsx';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { type SaveSection, useCopying } from './copying/use-copying.ts';
import { EmptyPage } from './EmptyPage.tsx';
import { keepDraft } from './keep-draft.ts';
import { Opening } from '#staff/controls/Opening.tsx';
import { watchFocus } from '#staff/dialog/last-focus.ts';
import { leaveToSignIn } from '#staff/dialog/leave-guard.ts';
import { ModuleOutline } from './ModuleOutline.tsx';
import { useEditorQuery } from './query.ts';
import { type Undo, useUndo } from './use-undo.ts';
import { type Structure, useStructure } from './use-structure.ts';
import { watchSession } from '#staff/calls/watch-session.ts';

const Sidebar = lazy(() => import('./Sidebar.tsx'));
const AddModule = lazy(() => import('./dialog/AddModule.tsx'));
const ModuleDialog = lazy(() => import('./dialog/ModuleDialog.tsx'));
const RemoveDialog = lazy(() => import('./dialog/RemoveDialog.tsx'));
const PublishPageDialog = lazy(() => import('./publishing/PublishPageDialog.tsx'));
const HistoryDialog = lazy(() => import('./history/HistoryDialog.tsx'));
const SaveSectionDialog = lazy(() => import('./sections/SaveSection.tsx'));
const ShareModule = lazy(() => import('./shared/ShareModule.tsx'));
const SharedPages = lazy(() => import('./shared/SharedPages.tsx'));
const PageSettings = lazy(() => import('./page-settings/PageSettings.tsx'));

/** The editor on a draft: the bar with the banner, the outline of modules, the sidebar, and the dialogs, which are loaded when they open. */
export function Chrome({ state }: { state: EditorState }): ReactNode {
  const { moduleId, moduleType, hasSidebar, hasOutline, ...asked } = useEditorQuery();
  const [hasSettings, hasHistory] = [asked.hasSettings, asked.hasHistory].map((has) => has && state.isEditable);
  const structure = useStructure(state);
  const [removing, setRemoving] = useState<{ module: EditorModule; of: EditorState } | null>(null);
  const [publishing, setPublishing] = useState<Publishing>('no');

  const [steps, setSteps] = useState<HTMLElement | null>(null);
  const hasDialog = moduleId !== null || moduleType !== null || hasSettings || hasHistory || publishing !== 'no';
  // Null once the draft was refreshed.
  const removed = structure.problem === null && removing?.of === state ? removing.module : null;

  const [saved, setSaved] = useState<SavedModule | null>(null);
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const saveSection: SaveSection = (module, onAnnounce) => setSaved({ module, onAnnounce });
  const copying = useCopying(state, structure, { saveSection, openShared: setSharing });
  const undo = useUndo(state, { isBlocked: hasDialog || structure.problem !== null, hasWork: structure.isBusy });
  const { locale, site } = state;
  useEffect(watchFocus, []);
  useEffect(() => keepDraft(site), [site]);
  useEffect(
    () =>
      watchSession(() => {
        leaveToSignIn();
        location.assign(signInHref(locale));
      }),
    [locale],
  );

  return (
    <>
      <div className="ed-spacer" />
      {state.isEditable ? (
        <ModuleOutline
          state={state}
          structure={structure}
          steps={steps}
          isBlocked={hasDialog}
          hasOutline={hasOutline && !hasSidebar}
          undo={undo}
          copying={copying}
          onRemove={(module) => setRemoving({ module, of: state })}
        />
      ) : null}
      {state.isEditable && state.modules.length === 0 && !hasSidebar ? <EmptyPage state={state} /> : null}
      {hasSidebar ? (
        <Suspense fallback={<Opening />}>
          <Sidebar state={state} structure={structure} isBlocked={hasDialog} />
        </Suspense>
      ) : null}
      <Bar
        {...{ state, structure, undo, hasDialog, hasOutline, publishing }}
        onSteps={setSteps}
        onPublish={() => setPublishing('asking')}
      />
      <Suspense
        fallback={
          <Opening>
            <p className="ed-loading" role="status">
              Opening …
            </p>
          </Opening>
        }
      >
        {moduleId === null ? null : <ModuleDialog key={moduleId} state={state} moduleId={moduleId} />}
        {moduleType === null ? null : <AddModule key={moduleType} state={state} type={moduleType} />}
        {hasHistory ? <HistoryDialog state={state} /> : null}
        {hasSettings ? <PageSettings state={state} /> : null}
        {saved ? <SaveSectionDialog state={state} {...saved} onClose={() => setSaved(null)} /> : null}
        {sharing ? <SharingDialog {...{ state, structure, sharing }} onClose={() => setSharing(null)} /> : null}
        <StructureDialogs {...{ state, structure, undo, removed }} onClose={() => setRemoving(null)} />
        {publishing === 'no' ? null : (
          <PublishPageDialog
            state={state}
            onBusy={(isBusy) => setPublishing(isBusy ? 'busy' : 'asking')}
            onClose={() => setPublishing('no')}
          />
        )}
      </Suspense>
    </>
  );
}

type SavedModule = { module: EditorModule; onAnnounce: (announcement: string) => void };
type Sharing = { what: 'share' | 'pages'; module: EditorModule };
type SharingProps = { state: EditorState; structure: Structure; sharing: Sharing; onClose: () => void };

/** Shares a module, or lists the pages that show a shared one. */
function SharingDialog({ state, structure, sharing: { what, module }, onClose }: SharingProps): ReactNode {
  if (what === 'share') return <ShareModule {...{ state, structure, module, onClose }} />;
  return module.shared ? <SharedPages shared={module.shared} onClose={onClose} /> : null;
}

type StructureDialogsProps = {
  state: EditorState;
  structure: Structure;
  undo: Undo;
  /** The module that is about to be removed. */
  removed: EditorModule | null;
  onClose: () => void;
};

function StructureDialogs({ state, structure, undo, removed, onClose }: StructureDialogsProps): ReactNode {
  return (
    <>
      {removed === null ? null : (
        <RemoveDialog
          state={state}
          module={removed}
          isBusy={structure.work !== null}
          onRemove={() => void structure.remove(removed)}
          onClose={onClose}
        />
      )}
      {structure.problem === null ? null : (
        <StructureProblemDialog
          problem={structure.problem}
          onClose={() => {
            onClose();
            structure.dismiss();
          }}
        />
      )}
      {undo.problem === null ? null : (
        <StructureProblemDialog problem={{ ...undo.problem, changedAt: null }} onClose={undo.dismiss} />
      )}
    </>
  );
}
