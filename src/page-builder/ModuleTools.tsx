import type { ReactNode } from 'react';
import { modulesIn, getSlot } from '#domain/pages/structure.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { type Copying, belowModule } from './copying/use-copying.ts';
import { type Command, CommandMenu } from '#staff/controls/CommandMenu.tsx';
import { atTop, openModule, openSidebar } from './query.ts';
import { TipButton } from './TipButton.tsx';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import { SharedBadge } from './shared/SharedBadge.tsx';
import { sharedCommands } from './shared/shared-commands.ts';
import type { Structure } from './use-structure.ts';
import { labels } from '#staff/messages/labels.ts';

type Props = {
  state: EditorState;
  module: EditorModule;
  structure: Structure;
  copying: Copying;
  onRemove: (module: EditorModule) => void;
  /** Says what was done without a change of the page. */
  onAnnounce: (announcement: string) => void;
};

const small = 'ed-button ed-button--small';

type CommandsOf = Pick<Props, 'state' | 'module' | 'copying' | 'onAnnounce'> & {
  /** Why the structure cannot be changed here. */
  english: string | null;
};

function makeCommands({ state, module, copying, english, onAnnounce }: CommandsOf): readonly Command[] {
  return [
    { label: labels.duplicate, letter: 'D', reason: english, onPress: () => copying.duplicate(module) },
    {
      label: labels.copy,
      letter: 'C',
      onPress: () => void copying.copy(module).then((announcement) => announcement && onAnnounce(announcement)),
    },
    { label: labels.cut, letter: 'X', reason: english, onPress: () => void copying.cut(module) },
    {
      label: labels.pasteBelow,
      letter: 'V',
      reason: english,
      onPress: () => copying.paste(belowModule(state, module)),
    },
    { label: labels.saveSection, onPress: () => copying.saveSection(module, onAnnounce) },
    ...sharedCommands(module, copying, english),
  ];
}

/** The toolbar of a module, at its top right. */
export function ModuleTools({ state, module, structure, copying, onRemove, onAnnounce }: Props): ReactNode {
  const { work, isEnglish, canMove } = structure;
  const english = isEnglish ? null : labels.englishOnly;
  const isBlocked = work !== null;
  const where = getSlot(module);
  const position = modulesIn(state.structure, where).findIndex(({ id }) => id === module.id);
  const isDoing = (what: string) => work?.moduleId === module.id && work.what === what;
  return (
    <section className="ed-frame__tools" aria-label={module.name} aria-busy={isBlocked}>
      <span className="ed-frame__name">{module.name}</span>
      {module.shared ? (
        <SharedBadge shared={module.shared} onPress={() => copying.openShared({ what: 'pages', module })} />
      ) : null}
      {module.fallback ? <span className="ed-frame__note">shows English</span> : null}
      <TipButton
        label={labels.editModule}
        icon={<ToolIcon name="edit" />}
        className={`${small} ed-button--primary`}
        control="edit"
        isBlocked={isBlocked}
        onPress={() => openModule(module.id)}
      />
      {position === 0 ? (
        <TipButton
          label={labels.addAbove}
          icon={<ToolIcon name="add-above" />}
          className={`${small} ed-button--quiet`}
          control="add-above"
          reason={english}
          isBlocked={isBlocked}
          onPress={() => openSidebar({ position: atTop, where })}
        />
      ) : null}
      <TipButton
        label={labels.addBelow}
        icon={<ToolIcon name="add" />}
        className={`${small} ed-button--quiet`}
        control="add"
        reason={english}
        isBlocked={isBlocked}
        onPress={() => openSidebar({ position, where })}
      />
      <TipButton
        label={labels.moveUp}
        busyLabel={isDoing('up') ? 'Moving …' : undefined}
        icon={<ToolIcon name="up" />}
        className={`${small} ed-button--quiet`}
        control="up"
        reason={english ?? (canMove(module, -1) ? null : 'It is the first module here.')}
        isBlocked={isBlocked}
        onPress={() => void structure.move(module, -1)}
      />
      <TipButton
        label={labels.moveDown}
        busyLabel={isDoing('down') ? 'Moving …' : undefined}
        icon={<ToolIcon name="down" />}
        className={`${small} ed-button--quiet`}
        control="down"
        reason={english ?? (canMove(module, 1) ? null : 'It is the last module here.')}
        isBlocked={isBlocked}
        onPress={() => void structure.move(module, 1)}
      />
      <TipButton
        label={labels.remove}
        icon={<ToolIcon name="remove" />}
        className={`${small} ed-button--quiet`}
        control="remove"
        reason={english}
        isBlocked={isBlocked}
        onPress={() => onRemove(module)}
      />
      <CommandMenu
        className="ed-button--small"
        isBlocked={isBlocked}
        commands={makeCommands({ state, module, copying, english, onAnnounce })}
      />
    </section>
  );
}
