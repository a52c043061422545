import { useState } from 'react';
import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { type Slot, modulesIn, slotOf, swapWithNeighbour } from '#domain/structure.ts';
import { type CallFailure, call } from './api.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { type Control, focusModuleLater } from './focus-module.ts';
import { closeSidebar } from './query.ts';
import { refreshDraft } from './refresh-draft.ts';

/** The change of a module in progress; no other one can begin meanwhile. */
export type StructureWork = { moduleId: number; what: 'up' | 'down' | 'remove' | 'other' };

/** What a change did: the module to show then, in words; or why it did nothing. */
type StructureOutcome =
  | { ok: true; moduleId: number | null; said: string; control?: Control }
  | { ok: false; failure: CallFailure };

export type StructureProblem = CallFailure & { changedAt: string | null };

export type Structure = {
  /** Whether this is the locale in which modules are added, moved and removed. */
  isEnglish: boolean;
  work: StructureWork | null;
  problem: StructureProblem | null;
  dismiss: () => void;
  /** Tells why something was not done. */
  explain: (failure: CallFailure) => void;
  canMove: (module: EditorModule, by: -1 | 1) => boolean;
  move: (module: EditorModule, by: -1 | 1) => Promise<void>;
  /** Moves a module to a position among the other modules of a place of the page. */
  place: (module: EditorModule, where: Slot | null, position: number) => Promise<void>;
  remove: (module: EditorModule, said?: string) => Promise<void>;
  /** Does something else to the structure, and shows what came of it. */
  change: (moduleId: number, act: () => Promise<StructureOutcome>) => Promise<void>;
};

function callMove(
  { pageId, locale, structureVersion }: EditorState,
  module: EditorModule,
  where: Slot | null,
  position: number,
) {
  return call('moveModule', {
    pageId,
    locale,
    structureVersion,
    moduleId: module.id,
    modulePosition: position,
    ...where,
  });
}

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
    explain(answer.failure);
    return false;
  };
  const put = async (module: EditorModule, where: Slot | null, position: number): Promise<boolean> => {
    const answer = await callMove(state, module, where, position);
    if (!answer.ok) explain(answer.failure);
    return answer.ok;
  };
  const explain = (failure: CallFailure) => {
    const detail = conflictDetail.safeParse(failure.detail);
    setProblem({ ...failure, changedAt: detail.success ? detail.data.changedAt : null });
    setWork(null);
  };

  return {
    isEnglish: state.locale === defaultLocale,
    work,
    problem,
    dismiss: () => setProblem(null),
    explain,
    canMove: (module, by) => swapWithNeighbour(siblingsOf(module), module.id, by) !== null,
    move: async (module, by) => {
      const contents = swapWithNeighbour(siblingsOf(module), module.id, by);
      if (!contents || work) return;
      const what = by === -1 ? 'up' : 'down';
      setWork({ moduleId: module.id, what });
      if (!(await put(module, slotOf(module), contents.indexOf(module.id)))) return;
      const place = `${contents.indexOf(module.id) + 1} of ${contents.length}`;
      focusModuleLater(module.id, { control: what, said: `${module.name} moved ${what}: it is now ${place}.` });
      closeSidebar();
      await refreshDraft();
    },
    place: async (module, where, position) => {
      if (work) return;
      setWork({ moduleId: module.id, what: 'other' });
      if (!(await put(module, where, position))) return;
      focusModuleLater(module.id, { said: `${module.name} moved.` });
      closeSidebar();
      await refreshDraft();
    },
    remove: async (module, said = `${module.name} removed.`) => {
      if (work) return;
      const siblings = siblingsOf(module);
      const index = siblings.indexOf(module.id);
      setWork({ moduleId: module.id, what: 'remove' });
      const contents = siblings.filter((id) => id !== module.id);
      if (!(await arrange(module, contents))) return;
      focusModuleLater(siblings[index + 1] ?? siblings[index - 1] ?? module.parentId, { said });
      closeSidebar();
      await refreshDraft();
    },
    change: async (moduleId, act) => {
      if (work) return;
      setWork({ moduleId, what: 'other' });
      const outcome = await act();
      if (!outcome.ok) return explain(outcome.failure);
      focusModuleLater(outcome.moduleId, { said: outcome.said, control: outcome.control ?? 'edit' });
      closeSidebar();
      await refreshDraft();
    },
  };
}
