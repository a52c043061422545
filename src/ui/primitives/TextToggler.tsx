import { type ReactNode, useEffect, useRef, useState } from 'react';
import './text-toggler.css';

export type TextTogglerProps = { id: string; words: { more: string; less: string } };

/** As `max-height` in the sheet (spec section 9). */
const collapsedHeight = 100;

/** Text of which the first lines stand there until all of it is asked for. Without script all of it does. */
export function TextToggler({ id, words, text }: TextTogglerProps & Record<'text', ReactNode>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [fits, setFits] = useState(false);

  useEffect(() => {
    setFits((box.current?.scrollHeight ?? 0) <= collapsedHeight);
  }, []);

  return (
    <div className={isOpen || fits ? 'text-toggler text-toggler--open' : 'text-toggler'}>
      {/* What is reached with the keyboard must not stay hidden. */}
      <div id={id} ref={box} className="text-toggler__text" onFocus={() => setOpen(true)}>
        {text}
      </div>
      {/* Where nothing is folded its room stays, so that nothing moves when that is found out. */}
      <button
        type="button"
        className={fits ? 'text-toggler__button text-toggler__button--unneeded' : 'text-toggler__button'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.less : words.more}
      </button>
    </div>
  );
}
