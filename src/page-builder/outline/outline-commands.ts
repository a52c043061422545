import { type Slot, fitsIn, modulesIn, getSlot } from '#domain/pages/structure.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import type { Command } from '#staff/controls/CommandMenu.tsx';
import type { Copying } from '../copying/use-copying.ts';
import { listSlots, slotTitle } from '../new-places.ts';
import { openModule, openSidebar } from '../query.ts';
import type { Structure } from '../use-structure.ts';
import { sharedCommands } from '../shared/shared-commands.ts';
import { labels } from '#staff/messages/labels.ts';
import { moduleLabel } from './module-label.ts';

export type Hands = {
  state: EditorState;
  structure: Structure;
  copying: Copying;
  onRemove: (module: EditorModule) => void;
  onAnnounce: (announcement: string) => void;
};

/** What can be done to a module from its row in the outline. */
export function outlineCommands(module: EditorModule, hands: Hands): readonly Command[] {
  const { state, structure, copying, onRemove, onAnnounce } = hands;
  const reason = structure.isEnglish ? null : labels.englishOnly;
  const where = getSlot(module);
  const position = modulesIn(state.structure, where).findIndex(({ id }) => id === module.id);
  return [
    { label: labels.editModule, onPress: () => openModule(module.id) },
    ...(structure.isEnglish ? moves(module, hands) : []),
    { label: labels.addBelow, reason, onPress: () => openSidebar({ position, where }) },
    { label: labels.duplicate, letter: 'D', reason, onPress: () => copying.duplicate(module) },
    {
      label: labels.copy,
      onPress: () => void copying.copy(module).then((announcement) => announcement && onAnnounce(announcement)),
    },
    { label: labels.saveSection, onPress: () => copying.saveSection(module, onAnnounce) },
    ...sharedCommands(module, copying, reason),
    { label: labels.remove, reason, onPress: () => onRemove(module) },
  ];
}

function moves(module: EditorModule, { state, structure }: Hands): Command[] {
  const where = getSlot(module);
  const siblings = modulesIn(state.structure, where);
  const at = siblings.findIndex(({ id }) => id === module.id);
  const named = (id: number | null | undefined) => state.modules.find((each) => each.id === id);
  const place = (label: string, to: Slot | null, position: number): Command[] =>
    fitsIn(state.structure, module.id, to)
      ? [{ label, onPress: () => void structure.place(module, to, position) }]
      : [];
  const into = [siblings[at - 1], siblings[at + 1]].flatMap((sibling) => {
    const other = named(sibling?.id);
    return other
      ? listSlots(other).flatMap((slot) => {
          const to = { parentId: other.id, slot };
          const name = slotTitle(other, slot) || moduleLabel(other);
          return place(`Move into “${name}”`, to, modulesIn(state.structure, to).length);
        })
      : [];
  });
  const parent = named(module.parentId);
  const outside = parent ? getSlot(parent) : null;
  const below = modulesIn(state.structure, outside).findIndex(({ id }) => id === parent?.id) + 1;
  return [
    ...(structure.canMove(module, -1)
      ? [{ label: labels.moveUp, onPress: () => void structure.move(module, -1) }]
      : []),
    ...(structure.canMove(module, 1)
      ? [{ label: labels.moveDown, onPress: () => void structure.move(module, 1) }]
      : []),
    ...into,
    ...(parent ? place(`Move out, below “${moduleLabel(parent)}”`, outside, below) : []),
  ];
}
