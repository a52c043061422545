import { useState } from 'react';
import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { type Slot, modulesIn, getSlot, swapWithNeighbour } from '#domain/pages/structure.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { type Control, focusModuleLater } from './focus-module.ts';
import { closeSidebar } from './query.ts';
import { refreshDraft } from './refresh-draft.ts';
import { makeWaitingMoves, useWaitingMoves } from './use-waiting-moves.ts';

/** The change of a module in progress; no other one can begin meanwhile. */
type StructureWork = { moduleId: number; what: 'up' | 'down' | 'remove' | 'other' };

/** What a change did: the module to show then, in words; or why it did nothing. */
type StructureOutcome =
  | { ok: true; moduleId: number | null; announcement: string; control?: Control }
  | { ok: false; failure: CallFailure };

export type StructureProblem = CallFailure & { changedAt: string | null };

export type Structure = {
  /** Whether this is the locale in which modules are added, moved and removed. */
  isEnglish: boolean;
  work: StructureWork | null;
  /** Whether there is work, or some waits for it. */
  isBusy: () => boolean;
  problem: StructureProblem | null;
  dismiss: () => void;
  /** Tells why something was not done. */
  explain: (failure: CallFailure) => void;
  canMove: (module: EditorModule, by: -1 | 1) => boolean;
  /** Swaps a module with its neighbour; during another move, once the draft has that one. */
  move: (module: EditorModule, by: -1 | 1) => Promise<void>;
  /** Moves a module to a position among the other modules of a place of the page. */
  place: (module: EditorModule, where: Slot | null, position: number) => Promise<void>;
  remove: (module: EditorModule, announcement?: string) => Promise<void>;
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

function callArrange({ pageId, locale, structureVersion }: EditorState, where: Slot | null, contents: number[]) {
  return call('patchPage', { pageId, locale, structureVersion, contents, ...where });
}

const conflictDetail = z.object({ changedAt: z.string().nullable() });

/** Moves and removes modules of a draft, which is refreshed afterwards. */
export function useStructure(state: EditorState): Structure {
  const [begun, setBegun] = useState<{ work: StructureWork; of: EditorState } | null>(null);
  // Done when the draft was refreshed.
  const work = begun?.of === state ? begun.work : null;
  const setWork = (next: StructureWork | null) => setBegun(next && { work: next, of: state });
  const [moves] = useState(makeWaitingMoves);
  const [problem, setProblem] = useState<StructureProblem | null>(null);

  const listSiblings = (module: EditorModule) => modulesIn(state.structure, getSlot(module)).map(({ id }) => id);

  const arrange = async (module: EditorModule, contents: number[]): Promise<boolean> => {
    const answer = await callArrange(state, getSlot(module), contents);
    if (!answer.ok) explain(answer.failure);
    return answer.ok;
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
    moves.drop();
  };
  const move = async (module: EditorModule, by: -1 | 1) => {
    if (work) {
      if (work.what === 'up' || work.what === 'down') moves.add(module, by);
      return;
    }
    const contents = swapWithNeighbour(listSiblings(module), module.id, by);
    if (!contents) return;
    const what = by === -1 ? 'up' : 'down';
    setWork({ moduleId: module.id, what });
    if (!(await put(module, getSlot(module), contents.indexOf(module.id)))) return;
    const place = `${contents.indexOf(module.id) + 1} of ${contents.length}`;
    focusModuleLater(module.id, { control: what, announcement: `${module.name} moved ${what}: it is now ${place}.` });
    closeSidebar();
    await refreshDraft();
  };
  const canMove = (module: EditorModule, by: -1 | 1) => swapWithNeighbour(listSiblings(module), module.id, by) !== null;
  useWaitingMoves(moves, state, { isFree: work === null, canMove, move });

  return {
    isEnglish: state.locale === defaultLocale,
    work,
    isBusy: () => work !== null || moves.any(),
    problem,
    dismiss: () => setProblem(null),
    explain,
    canMove,
    move,
    place: async (module, where, position) => {
      if (work) return;
      setWork({ moduleId: module.id, what: 'other' });
      if (!(await put(module, where, position))) return;
      focusModuleLater(module.id, { announcement: `${module.name} moved.` });
      closeSidebar();
      await refreshDraft();
    },
    remove: async (module, announcement = `${module.name} removed.`) => {
      if (work) return;
      const siblings = listSiblings(module);
      const index = siblings.indexOf(module.id);
      setWork({ moduleId: module.id, what: 'remove' });
      const contents = siblings.filter((id) => id !== module.id);
      if (!(await arrange(module, contents))) return;
      focusModuleLater(siblings[index + 1] ?? siblings[index - 1] ?? module.parentId, { announcement });
      closeSidebar();
      await refreshDraft();
    },
    change: async (moduleId, act) => {
      if (work) return;
      setWork({ moduleId, what: 'other' });
      const outcome = await act();
      if (!outcome.ok) return explain(outcome.failure);
      focusModuleLater(outcome.moduleId, { announcement: outcome.announcement, control: outcome.control ?? 'edit' });
      closeSidebar();
      await refreshDraft();
    },
  };
}
