import { type ReactNode, Suspense, lazy, useState } from 'react';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { Opening } from '#staff/controls/Opening.tsx';
import type { TypingPlace } from './typing-place.ts';
import { useTextClicks } from './use-text-clicks.ts';

const TypeInPlace = lazy(() => import('./TypeInPlace.tsx'));

/**
 * What a click on a text does, and what is typed where the page shows it.
 *
 * @param onBack takes the focus that a text had
 */
export function useTyping(
  state: EditorState,
  isBlocked: boolean,
  onBack: () => void,
): { onType: (module: EditorModule) => void; typing: ReactNode } {
  const { modules } = state;
  const [at, setAt] = useState<TypingPlace | null>(null);
  useTextClicks(modules, isBlocked, setAt);
  const module = modules.find(({ id, version }) => id === at?.moduleId && version >= at.version);
  return {
    onType: ({ id }) => setAt({ moduleId: id, path: null, target: null, version: 0 }),
    typing:
      at && module ? (
        <Suspense fallback={<Opening />}>
          <TypeInPlace
            key={`${at.path} ${at.version}`}
            {...{ state, module, at }}
            onOver={(next, hasFocus) => {
              setAt(next);
              if (hasFocus && !next) onBack();
            }}
          />
        </Suspense>
      ) : null,
  };
}
