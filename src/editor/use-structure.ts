import { useState } from 'react';
import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { modulesIn, slotOf, swapWithNeighbour } from '#domain/structure.ts';
import { type CallFailure, call } from './api.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { focusModuleLater } from './focus-module.ts';
import { closeSidebar } from './query.ts';
import { refreshDraft } from './refresh-draft.ts';

/** The change of a module in progress; no other one can begin meanwhile. */
export type StructureWork = { moduleId: number; what: 'up' | 'down' | 'remove' };

export type StructureProblem = CallFailure & { changedAt: string | null };

export type Structure = {
  /** Whether this is the locale in which modules are added, moved and removed. */
  isEnglish: boolean;
  work: StructureWork | null;
  problem: StructureProblem | null;
  dismiss: () => void;
  canMove: (module: EditorModule, by: -1 | 1) => boolean;
  move: (module: EditorModule, by: -1 | 1) => Promise<void>;
  remove: (module: EditorModule) => Promise<void>;
};

const conflictDetail = z.object({ changedAt: z.string().nullable() });

/** Moves and removes modules of a draft, which is refreshed afterwards. */
export function useStructure(state: EditorState): Structure {
  const [begun, setBegun] = useState<{ work: StructureWork; of: EditorState } | null>(null);
  // Done when the draft was refreshed.
  const work = begun?.of === state ? begun.work : null;
  const setWork = (next: StructureWork | null) => setBegun(next && { work: next, of: state });
  const [problem, setProblem] = useState<StructureProblem | null>(null);

  const siblingsOf = (module: EditorModule) => modulesIn(state.structure, slotOf(module)).map(({ id }) => id);

  const arrange = async (module: EditorModule, contents: number[]): Promise<boolean> => {
    const where = slotOf(module);
    const answer = await call('patchPage', {
      pageId: state.pageId,
      locale: state.locale,
      structureVersion: state.structureVersion,
      contents,
      ...where,
    });
    if (answer.ok) return true;
    const detail = conflictDetail.safeParse(answer.failure.detail);
    setProblem({ ...answer.failure, changedAt: detail.success ? detail.data.changedAt : null });
    setWork(null);
    return false;
  };

  return {
    isEnglish: state.locale === defaultLocale,
    work,
    problem,
    dismiss: () => setProblem(null),
    canMove: (module, by) => swapWithNeighbour(siblingsOf(module), module.id, by) !== null,
    move: async (module, by) => {
      const contents = swapWithNeighbour(siblingsOf(module), module.id, by);
      if (!contents || work) return;
      const what = by === -1 ? 'up' : 'down';
      setWork({ moduleId: module.id, what });
      if (!(await arrange(module, contents))) return;
      const place = `${contents.indexOf(module.id) + 1} of ${contents.length}`;
      focusModuleLater(module.id, { control: what, said: `${module.name} moved ${what}: it is now ${place}.` });
      closeSidebar();
      await refreshDraft();
    },
    remove: async (module) => {
      if (work) return;
      const siblings = siblingsOf(module);
      const index = siblings.indexOf(module.id);
      setWork({ moduleId: module.id, what: 'remove' });
      const contents = siblings.filter((id) => id !== module.id);
      if (!(await arrange(module, contents))) return;
      focusModuleLater(siblings[index + 1] ?? siblings[index - 1] ?? module.parentId, {
        said: `${module.name} removed.`,
      });
      closeSidebar();
      await refreshDraft();
    },
  };
}
