import { type ReactNode, useEffect, useRef, useState } from 'react';
import './text-toggler.css';

type TextTogglerProps = { id: string; words: { more: string; less: string } };

/**
 * Of a folded text and the line of its button, as `max-height` in the stylesheet: a text that is lower is not folded.
 */
const foldedHeight = 125;

/** Text that is folded to its first lines until it is expanded. Without a script all of it is shown. */
export function TextToggler({ id, words, text }: TextTogglerProps & Record<'text', ReactNode>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'unknown' | 'folded' | 'open' | 'whole'>('unknown');

  useEffect(() => {
    setState((box.current?.scrollHeight ?? 0) < foldedHeight ? 'whole' : 'folded');
  }, []);

  return (
    <div className={`text-toggler text-toggler--${state}`}>
      {/* Focused elements must not stay hidden. */}
      <div
        id={id}
        ref={box}
        className="text-toggler__text"
        onFocus={state === 'folded' ? () => setState('open') : undefined}
      >
        {text}
      </div>
      {state === 'whole' ? null : (
        <button
          type="button"
          className="text-toggler__button"
          aria-expanded={state === 'open'}
          aria-controls={id}
          onClick={() => setState(state === 'open' ? 'folded' : 'open')}
        >
          {state === 'open' ? words.less : words.more}
        </button>
      )}
    </div>
  );
}
