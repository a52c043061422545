import { type Slot, modulesIn } from '#domain/pages/structure.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { slotTitle, listSlots } from '../new-places.ts';

/** A place for modules: the page itself, or a slot of a module, with its title. */
export type OutlinePlace = { where: Slot | null; title: string; nodes: readonly OutlineNode[] };

/** A module with the places inside of it; without a module, it is one that this code cannot show. */
export type OutlineNode = { id: number; module: EditorModule | null; places: readonly OutlinePlace[] };

/** The modules of a page as a tree. Slots that no module has any more are shown as long as something is in them. */
export function outlineTree(state: Pick<EditorState, 'modules' | 'structure'>): OutlinePlace {
  const nodesIn = (where: Slot | null): OutlineNode[] =>
    modulesIn(state.structure, where).map(({ id }) => {
      const module = state.modules.find((each) => each.id === id) ?? null;
      const used = state.structure.flatMap(({ parentId, slot }) => (parentId === id && slot !== null ? [slot] : []));
      const slots = [...new Set([...(module ? listSlots(module) : []), ...used])];
      return {
        id,
        module,
        places: slots.map((slot) => ({
          where: { parentId: id, slot },
          title: module ? slotTitle(module, slot) : '',
          nodes: nodesIn({ parentId: id, slot }),
        })),
      };
    });
  return { where: null, title: '', nodes: nodesIn(null) };
}
