import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useIncoming } from '#staff/upload/use-incoming.ts';

type Props = {
  /** The endings of names that are offered, with commas between. */
  accept: string;
  isBusy: boolean;
  onFile: (file: File) => void;
};

/** One file of a person's device: chosen, dropped or pasted. */
export function ChooseFile({ accept, isBusy, onFile }: Props): ReactNode {
  const { incoming, isOver, place, choose } = useIncoming(false);
  const input = useRef<HTMLInputElement>(null);
  const told = useEffectEvent(onFile);
  useEffect(() => {
    const [file] = incoming;
    if (file) told(file);
  }, [incoming]);
  return (
    <div className={isOver ? 'ed-upload ed-upload--over' : 'ed-upload'} {...place}>
      <div className="ed-upload__bring">
        <button
          type="button"
          className="ed-button"
          data-autofocus
          aria-disabled={isBusy ? true : undefined}
          onClick={() => {
            if (!isBusy) input.current?.click();
          }}
        >
          Choose a file …
        </button>
        <span>or drop it here, or paste it</span>
        <input ref={input} type="file" hidden accept={accept} onChange={choose} />
      </div>
    </div>
  );
}
