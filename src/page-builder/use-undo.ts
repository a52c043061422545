import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import type { DraftStep, Travelled } from '#content/undo/draft-steps.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { focusModuleLater } from './focus-module.ts';
import { closeSidebar } from './query.ts';
import { isAwaitingState, receiveState, refreshDraft } from './refresh-draft.ts';
import { isInText } from './text-focus.ts';

export type Way = 'undo' | 'redo';

export type Undo = {
  /** What would be undone or redone next; null where there is nothing, or not on this page. */
  next: (way: Way) => DraftStep | null;
  /** The next step changes the structure, which is done on the English page. */
  isElsewhere: (way: Way) => boolean;
  isBusy: boolean;
  problem: CallFailure | null;
  dismiss: () => void;
  travel: (way: Way) => void;
};

const actions = { undo: 'undoDraft', redo: 'redoDraft' } as const;

type Options = {
  /** A dialog is open, or tells why something was not done: keys are its own, and what waits is dropped. */
  isBlocked: boolean;
  /** Another change is on its way; what is asked for meanwhile waits for it. */
  hasWork: () => boolean;
};

/** Undoes and redoes what this person did to the draft, by call and by keys. Keys that are pressed meanwhile count as well. */
export function useUndo(state: EditorState, { isBlocked, hasWork }: Options): Undo {
  const [busyOf, setBusyOf] = useState<EditorState | null>(null);
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const asked = useRef<Way[]>([]);
  const isRunning = useRef(false);
  const { pageId, locale, steps, isEditable } = state;
  const isHere = (step: DraftStep | null) => step !== null && (locale === defaultLocale || !step.isStructure);
  const isElsewhere = (way: Way) => steps[way] !== null && !isHere(steps[way]);
  // Only the state of the draft that is on its way knows the next step.
  const isWaiting = () => isRunning.current || hasWork() || isAwaitingState();

  const run = async () => {
    let now = steps;
    let last: (Travelled & { way: Way }) | null = null;
    for (let way = asked.current.shift(); way !== undefined; way = asked.current.shift()) {
      const step = now[way];
      if (!step || !isHere(step)) continue;
      const answer = await call(actions[way], { pageId, locale, stepId: step.id });
      if (!answer.ok) {
        asked.current = [];
        setProblem(answer.failure);
        break;
      }
      now = answer.value.steps;
      last = { ...answer.value, way };
    }
    if (last) await show(state, last);
    else setBusyOf(null);
  };
  const begin = () => {
    if (asked.current.length === 0 || isWaiting()) return;
    isRunning.current = true;
    setBusyOf(state);
    void run().finally(() => {
      isRunning.current = false;
    });
  };
  const travel = (way: Way) => {
    if (!isEditable || (!isWaiting() && !isHere(steps[way]))) return;
    asked.current.push(way);
    begin();
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const way = isBlocked || event.defaultPrevented ? null : findWay(event);
    if (way === null || isInText(event.target) || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    travel(way);
  });
  const catchUp = useEffectEvent(() => {
    if (isBlocked) asked.current = [];
    else begin();
  });
  useEffect(receiveState, [state]);
  useEffect(() => catchUp());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return {
    next: (way) => steps[way],
    isElsewhere,
    // Done when the draft was refreshed.
    isBusy: busyOf === state,
    problem,
    dismiss: () => setProblem(null),
    travel,
  };
}

/** Refreshes the draft and shows what was done; the focus stays where it is, unless that is in the tools of a module. */
async function show(state: EditorState, { announcement, moduleId, way }: Travelled & { way: Way }): Promise<void> {
  const order = state.modules.map(({ id }) => id);
  const at = moduleId === null ? -1 : order.indexOf(moduleId);
  focusModuleLater(moduleId, {
    control: moduleId !== null && document.activeElement?.closest('.ed-frame__tools') ? 'edit' : null,
    announcement: `${way === 'undo' ? 'Undone' : 'Done again'}: ${announcement}.`,
    offer: way === 'undo' ? 'redo' : 'undo',
    beside: at === -1 ? null : (order[at + 1] ?? order[at - 1] ?? null),
    known: order,
  });
  closeSidebar();
  await refreshDraft();
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y; on a Mac with Cmd. */
export function findWay({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): Way | null {
  if (ctrlKey === metaKey || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}
