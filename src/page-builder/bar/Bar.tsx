import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { call } from '#staff/calls/api.ts';
import { focusSoon } from '#staff/controls/focus-soon.ts';
import { type Command, CommandMenu } from '#staff/controls/CommandMenu.tsx';
import { type DraftList, DraftLists, DraftStatus } from '../publishing/DraftStatus.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { ReleaseDialog } from '../publishing/ReleaseDialog.tsx';
import { closeOutline, openOutline, openSettings, openSidebar, viewPublished } from '../query.ts';
import { addSkipLink } from '../skip-link.ts';
import { TipButton } from '../TipButton.tsx';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import type { Structure } from '../use-structure.ts';
import { useSaveKey } from '#staff/dialog/use-save-key.ts';
import type { Undo } from '../use-undo.ts';
import { labels } from '#staff/messages/labels.ts';
import { DraftRecords } from './DraftRecords.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { UndoButton, findReason } from './UndoButton.tsx';
import { useBarHeight } from './use-bar-height.ts';
import { useNarrow } from '#staff/controls/use-narrow.ts';

export type Publishing = 'no' | 'asking' | 'busy';

type Props = {
  state: EditorState;
  structure: Structure;
  undo: Undo;
  /** A dialog is open over the page. */
  hasDialog: boolean;
  hasOutline: boolean;
  publishing: Publishing;
  /** Receives the element of the bar for the buttons that step through the modules. */
  onSteps: (steps: HTMLElement | null) => void;
  onPublish: () => void;
};

/**
 * The bar of a draft: what it is and how it differs, and the commands for the page as a whole. In narrow windows it has two
 * lines, and what is not needed all the time is in a menu.
 */
export function Bar(props: Props): ReactNode {
  const { state, hasDialog } = props;
  const isNarrow = useNarrow();
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  useEffect(() => (bar.current ? addSkipLink(bar.current) : undefined), []);
  const [announcement, setAnnouncement] = useState('');
  useSaveKey(bar, () => setAnnouncement(labels.nothingToSave));
  useEffect(() => {
    const timer = announcement === '' ? undefined : setTimeout(() => setAnnouncement(''), 4000);
    return () => clearTimeout(timer);
  }, [announcement]);
  const [open, setOpen] = useState<'release' | 'keys' | DraftList | null>(null);
  const closeList = () => {
    setOpen(null);
    // The button that opened it is another one where the bar has folded since.
    focusSoon(() =>
      document.activeElement === document.body
        ? (bar.current?.querySelector<HTMLElement>('.ed-status__button') ?? null)
        : null,
    );
  };
  const shown = {
    ...props,
    commands: makeCommands(state, setOpen),
    onKeys: () => setOpen('keys'),
    status: (
      <>
        <p className="ed-banner" role="status">
          <span>
            <span className="ed-bar__long">This is a </span>DRAFT
            <span className="ed-bar__long"> version of the page</span>
          </span>
        </p>
        <DraftStatus state={state} onOpen={setOpen} />
        <DraftRecords drafts={state.drafts} />
      </>
    ),
    announcement: (
      <p className="ed-status__text ed-bar__said" role="status">
        {announcement}
      </p>
    ),
  };
  return (
    <section
      ref={bar}
      className={isNarrow ? 'ed-bar ed-bar--folded' : 'ed-bar'}
      aria-label="Page Builder"
      aria-hidden={hasDialog ? true : undefined}
      inert={hasDialog}
    >
      <PausedNotice paused={state.paused} />
      {isNarrow ? <Folded {...shown} /> : <Unfolded {...shown} />}
      {state.isEditable ? (
        <Shortcuts isOpen={open === 'keys'} onOpen={() => setOpen('keys')} onClose={() => setOpen(null)} />
      ) : null}
      <DraftLists state={state} list={open === 'release' || open === 'keys' ? null : open} onClose={closeList} />
      {open === 'release' ? <ReleaseDialog state={state} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

type Named = Command & { name: 'settings' | 'release' | 'publishing' | 'published' | 'sign-out' };

/** Commands for the page as a whole, in the order of the bar. */
function makeCommands(
  { isEditable, isPublished, changes }: EditorState,
  onOpen: (dialog: 'release') => void,
): readonly Named[] {
  const isDraft = isEditable && (!isPublished || changes.length > 0);
  return [
    ...(isEditable
      ? [{ name: 'settings', label: labels.pageSettings, onPress: () => openSettings(null) } as const]
      : []),
    { name: 'publishing', label: labels.publishing, href: adminPaths.publishes },
    ...(isPublished ? [{ name: 'published', label: labels.viewPublished, onPress: viewPublished } as const] : []),
    ...(isDraft ? [{ name: 'release', label: labels.addToRelease, onPress: () => onOpen('release') } as const] : []),
    { name: 'sign-out', label: labels.signOut, onPress: () => void signOut() },
  ];
}

async function signOut(): Promise<void> {
  await call('logout', {});
  viewPublished();
}

type Shown = Props & { commands: readonly Named[]; status: ReactNode; announcement: ReactNode; onKeys: () => void };

function Unfolded(props: Shown): ReactNode {
  const { state, structure, undo, commands, status, announcement, onKeys, onSteps } = props;
  const named = (...names: readonly Named['name'][]) => commands.filter(({ name }) => names.includes(name));
  return (
    <>
      {status}
      {announcement}
      <span className="ed-bar__grow" />
      {state.isEditable ? (
        <>
          <UndoButton undo={undo} way="undo" />
          <UndoButton undo={undo} way="redo" />
          <TipButton
            label={labels.shortcuts}
            icon={<ToolIcon name="keys" />}
            className="ed-button ed-button--quiet ed-button--icon"
            tip={`${labels.shortcuts} (?)`}
            onPress={onKeys}
          />
        </>
      ) : null}
      <OutlineButton {...props} />
      <div className="ed-bar__steps" ref={onSteps} />
      <AddButton {...{ state, structure }} />
      <Buttons commands={named('settings')} />
      <EditRecord state={state} />
      <Buttons commands={named('publishing', 'published', 'release')} />
      <PublishButton {...props} />
      <Buttons commands={named('sign-out')} />
    </>
  );
}

function Folded(props: Shown): ReactNode {
  const { state, structure, undo, commands, status, announcement, onKeys, onSteps } = props;
  const menu: readonly Command[] = state.isEditable
    ? [
        ...(undo.next('redo')
          ? [{ label: labels.redo, reason: findReason(undo, 'redo'), onPress: () => undo.travel('redo') }]
          : []),
        ...commands.slice(0, -1),
        { label: labels.shortcuts, onPress: onKeys },
        ...commands.slice(-1),
      ]
    : commands;
  return (
    <>
      <div className="ed-bar__line">
        <div className="ed-bar__status">{status}</div>
        {announcement}
        <PublishButton {...props} />
      </div>
      <div className="ed-bar__line">
        {state.isEditable ? <UndoButton undo={undo} way="undo" /> : null}
        <div className="ed-bar__steps" ref={onSteps} />
        <OutlineButton {...props} isFolded />
        <AddButton {...{ state, structure }} isFolded />
        <EditRecord state={state} />
        <span className="ed-bar__grow" />
        <CommandMenu className="ed-button--icon" commands={menu} />
      </div>
    </>
  );
}

function Buttons({ commands }: { commands: readonly Named[] }): ReactNode {
  return commands.map((command) => {
    const isQuiet = command.name === 'publishing' || command.name === 'sign-out';
    const className = isQuiet ? 'ed-button ed-button--quiet' : 'ed-button';
    if ('href' in command) {
      return (
        <a key={command.name} className={className} href={command.href}>
          {command.label}
        </a>
      );
    }
    const hasPopup = command.name === 'settings' || command.name === 'release';
    return (
      <button
        key={command.name}
        type="button"
        className={className}
        aria-haspopup={hasPopup ? 'dialog' : undefined}
        onClick={command.onPress}
      >
        {command.label}
      </button>
    );
  });
}

function OutlineButton({ state, hasOutline, isFolded = false }: Props & { isFolded?: boolean }): ReactNode {
  if (!state.isEditable) return null;
  return (
    <button
      type="button"
      className={isFolded ? 'ed-button ed-button--quiet ed-button--icon' : 'ed-button ed-button--quiet'}
      data-control="outline"
      aria-expanded={hasOutline}
      onClick={hasOutline ? closeOutline : openOutline}
    >
      <ToolIcon name="outline" />
      <span className="ed-button__label">{labels.outline}</span>
    </button>
  );
}

type AddProps = Pick<Props, 'state' | 'structure'> & { isFolded?: boolean };

function AddButton({ state, structure, isFolded = false }: AddProps): ReactNode {
  if (!state.isEditable) return null;
  return (
    <TipButton
      label={labels.addModule}
      icon={isFolded ? <ToolIcon name="plus" /> : undefined}
      className="ed-button"
      control="add-last"
      reason={structure.isEnglish ? null : labels.englishOnly}
      isBlocked={structure.work !== null}
      onPress={() => openSidebar({ position: null, where: null })}
    />
  );
}

function EditRecord({ state: { record } }: Pick<Props, 'state'>): ReactNode {
  if (!record) return null;
  return (
    <a className="ed-button ed-button--primary" href={adminPaths.record(record.kind, record.id)}>
      Edit {record.name}
    </a>
  );
}

function PublishButton({ state, publishing, onPublish }: Props): ReactNode {
  if (!state.isEditable) return null;
  return (
    <button type="button" className="ed-button ed-button--primary" disabled={publishing === 'busy'} onClick={onPublish}>
      {labels.publish}
    </button>
  );
}
