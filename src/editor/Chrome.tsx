import { type ReactNode, type RefObject, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import { call } from './api.ts';
import { signInHref } from './dialog/sign-in-href.ts';
import StructureProblemDialog from './dialog/StructureProblemDialog.tsx';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { useCopying } from './copying/use-copying.ts';
import { DraftRecords } from './DraftRecords.tsx';
import { EmptyPage } from './EmptyPage.tsx';
import { focusSoon } from './form/focus-soon.ts';
import { keepDraft } from './keep-draft.ts';
import { leaveToSignIn } from './leave-guard.ts';
import { ModuleOutline } from './ModuleOutline.tsx';
import { PausedNotice } from './publishing/PausedNotice.tsx';
import { ReleaseButton } from './publishing/ReleaseButton.tsx';
import { DraftStatus } from './publishing/DraftStatus.tsx';
import { openSettings, openSidebar, useEditorQuery, viewPublished } from './query.ts';
import { addSkipLink } from './skip-link.ts';
import { TipButton } from './TipButton.tsx';
import { useBarHeight } from './use-bar-height.ts';
import { useSaveKey } from './use-save-key.ts';
import { UndoButtons } from './UndoButtons.tsx';
import { type Undo, useUndo } from './use-undo.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { type Structure, useStructure } from './use-structure.ts';
import { watchSession } from './watch-session.ts';
import { words } from './words.ts';

const Sidebar = lazy(() => import('./Sidebar.tsx'));
const AddModule = lazy(() => import('./dialog/AddModule.tsx'));
const ModuleDialog = lazy(() => import('./dialog/ModuleDialog.tsx'));
const RemoveDialog = lazy(() => import('./dialog/RemoveDialog.tsx'));
const PublishDialog = lazy(() => import('./dialog/PublishDialog.tsx'));
const HistoryWindow = lazy(() => import('./history/HistoryWindow.tsx'));
const PageSettings = lazy(() => import('./page-settings/PageSettings.tsx'));

type Publishing = 'no' | 'asking' | 'busy';

/** The editor on a draft: the bar with the banner, the outline of modules, the sidebar, and the dialogs, which are loaded when they open. */
export function Chrome({ state }: { state: EditorState }): ReactNode {
  const { moduleId, moduleType, hasSidebar, ...asked } = useEditorQuery();
  const hasSettings = asked.hasSettings && state.isEditable;
  const hasHistory = asked.hasHistory && state.isEditable;
  const structure = useStructure(state);
  const [removing, setRemoving] = useState<{ module: EditorModule; of: EditorState } | null>(null);
  const [publishing, setPublishing] = useState<Publishing>('no');

  const [steps, setSteps] = useState<HTMLElement | null>(null);
  const publishButton = useRef<HTMLButtonElement>(null);
  const hasWindow = moduleId !== null || moduleType !== null || hasSettings || hasHistory || publishing !== 'no';
  // Null once the draft was refreshed.
  const removed = structure.problem === null && removing?.of === state ? removing.module : null;

  const copying = useCopying(state, structure);
  const undo = useUndo(state, hasWindow || structure.work !== null);
  const { locale, site } = state;
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
          isBlocked={hasWindow}
          undo={undo}
          copying={copying}
          onRemove={(module) => setRemoving({ module, of: state })}
        />
      ) : null}
      {state.isEditable && state.modules.length === 0 && !hasSidebar ? <EmptyPage state={state} /> : null}
      {hasSidebar ? (
        <Suspense>
          <Sidebar state={state} isBlocked={hasWindow} />
        </Suspense>
      ) : null}
      <Bar
        {...{ state, structure, undo, hasWindow, publishing, publishButton }}
        onSteps={setSteps}
        onPublish={() => setPublishing('asking')}
      />
      <Suspense
        fallback={
          <p className="ed-loading" role="status">
            Opening …
          </p>
        }
      >
        {moduleId === null ? null : <ModuleDialog key={moduleId} state={state} moduleId={moduleId} />}
        {moduleType === null ? null : <AddModule key={moduleType} state={state} type={moduleType} />}
        {hasHistory ? <HistoryWindow state={state} /> : null}
        {hasSettings ? <PageSettings state={state} /> : null}
        <StructureDialogs {...{ state, structure, undo, removed }} onClose={() => setRemoving(null)} />
        {publishing === 'no' ? null : (
          <PublishDialog
            state={state}
            onBusy={(isBusy) => setPublishing(isBusy ? 'busy' : 'asking')}
            onClose={() => {
              setPublishing('no');
              // The bar was inert while the window was loading, so its button has lost the focus.
              focusSoon(() => (document.activeElement === document.body ? publishButton.current : null));
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type BarProps = {
  state: EditorState;
  structure: Structure;
  undo: Undo;
  /** A window is open over the page. */
  hasWindow: boolean;
  publishing: Publishing;
  publishButton: RefObject<HTMLButtonElement | null>;
  /** Receives the element of the bar for the buttons that step through the modules. */
  onSteps: (steps: HTMLElement | null) => void;
  onPublish: () => void;
};

function Bar({
  state,
  structure,
  undo,
  hasWindow,
  publishing,
  publishButton,
  onSteps,
  onPublish,
}: BarProps): ReactNode {
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  useEffect(() => (bar.current ? addSkipLink(bar.current) : undefined), []);
  const [said, setSaid] = useState('');
  useSaveKey(bar, () => setSaid(words.nothingToSave));
  useEffect(() => {
    const timer = said === '' ? undefined : setTimeout(() => setSaid(''), 4000);
    return () => clearTimeout(timer);
  }, [said]);
  const signOut = async () => {
    await call('logout', {});
    viewPublished();
  };
  return (
    <section
      ref={bar}
      className="ed-bar"
      aria-label="Page Builder"
      aria-hidden={hasWindow ? true : undefined}
      inert={hasWindow}
    >
      <PausedNotice paused={state.paused} />
      <p className="ed-banner" role="status">
        {words.draft}
      </p>
      <DraftStatus state={state} />
      <DraftRecords drafts={state.drafts} />
      <p className="ed-status__text" role="status">
        {said}
      </p>
      <span className="ed-bar__grow" />
      {state.isEditable ? (
        <>
          <UndoButtons undo={undo} />
          <Shortcuts />
        </>
      ) : null}
      <div className="ed-bar__steps" ref={onSteps} />
      {state.isEditable ? (
        <TipButton
          label={words.addModule}
          className="ed-button"
          control="add-last"
          reason={structure.isEnglish ? null : words.englishOnly}
          isBlocked={structure.work !== null}
          onPress={() => openSidebar({ position: null, where: null })}
        />
      ) : null}
      {state.isEditable ? (
        <button type="button" className="ed-button" aria-haspopup="dialog" onClick={openSettings}>
          {words.pageSettings}
        </button>
      ) : null}
      <BarLinks {...{ state, publishing, publishButton, onPublish }} />
      <button type="button" className="ed-button ed-button--quiet" onClick={() => void signOut()}>
        {words.signOut}
      </button>
    </section>
  );
}

/** Where the bar leads from the draft. */
function BarLinks({
  state,
  publishing,
  publishButton,
  onPublish,
}: Pick<BarProps, 'state' | 'publishing' | 'publishButton' | 'onPublish'>): ReactNode {
  return (
    <>
      {state.record ? (
        <a className="ed-button ed-button--primary" href={adminPaths.record(state.record.kind, state.record.id)}>
          Edit {state.record.name}
        </a>
      ) : null}
      <a className="ed-button ed-button--quiet" href={adminPaths.publishes}>
        {words.publishing}
      </a>
      <button type="button" className="ed-button" onClick={viewPublished}>
        {words.viewPublished}
      </button>
      {state.isEditable ? <ReleaseButton state={state} /> : null}
      {state.isEditable ? (
        <button
          ref={publishButton}
          type="button"
          className="ed-button ed-button--primary"
          disabled={publishing === 'busy'}
          onClick={onPublish}
        >
          {words.publish}
        </button>
      ) : null}
    </>
  );
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
