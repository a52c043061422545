import { useEffect, useEffectEvent } from 'react';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';

type Way = -1 | 1;

/** Moves that were asked for during another one. */
type WaitingMoves = {
  add: (module: Pick<EditorModule, 'id'>, by: Way) => void;
  drop: () => void;
  /** Begins the first one that there is something to do for, unless another has begun and is not over yet. */
  begin: (actOf: (moduleId: number, by: Way) => (() => Promise<void>) | null) => void;
  /** Whether one waits, or has begun. */
  any: () => boolean;
};

export function makeWaitingMoves(): WaitingMoves {
  let waiting: { moduleId: number; by: Way }[] = [];
  let hasBegun = false;
  return {
    add: ({ id }, by) => {
      waiting.push({ moduleId: id, by });
    },
    drop: () => {
      waiting = [];
    },
    begin: (actOf) => {
      while (!hasBegun && waiting[0]) {
        const [{ moduleId, by }, ...others] = waiting;
        waiting = others;
        const act = actOf(moduleId, by);
        if (!act) continue;
        hasBegun = true;
        void act().finally(() => {
          hasBegun = false;
        });
      }
    },
    any: () => hasBegun || waiting.length > 0,
  };
}

type Options = {
  isFree: boolean;
  canMove: (module: EditorModule, by: Way) => boolean;
  move: (module: EditorModule, by: Way) => Promise<void>;
};

/** Makes the moves in turn: each once the draft has the one before it, since only that says where the module is. */
export function useWaitingMoves(moves: WaitingMoves, state: EditorState, { isFree, canMove, move }: Options): void {
  const goOn = useEffectEvent(() => {
    if (!isFree) return;
    moves.begin((moduleId, by) => {
      const module = state.modules.find(({ id }) => id === moduleId);
      return module && canMove(module, by) ? () => move(module, by) : null;
    });
  });
  useEffect(() => goOn());
}
