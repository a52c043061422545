import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useIncoming } from '#editor/upload/use-incoming.ts';
import { problemOfBytes, problemOfFile } from './read-sheet.ts';
import type { SheetSource as Source } from './understand-sheet.ts';

type Props = { problem: string | null; onSource: (source: Source) => void; onClose: () => void };

/** A file, or cells that were copied in a spreadsheet. */
export function SheetSource({ problem, onSource, onClose }: Props): ReactNode {
  const [pasted, setPasted] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const { incoming, isOver, place, choose } = useIncoming(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const said = refused ?? problem;
  const take = useEffectEvent(async (file: File) => {
    const tooLarge = problemOfFile(file);
    const bytes = tooLarge === null ? new Uint8Array(await file.arrayBuffer()) : null;
    const found = tooLarge ?? (bytes && problemOfBytes(bytes));
    setRefused(found);
    if (bytes && found === null) onSource({ bytes });
  });
  useEffect(() => {
    const [file] = incoming;
    if (file) void take(file);
  }, [incoming]);
  return (
    <>
      <div className="ed-publish">
        <div className={isOver ? 'ed-upload ed-upload--over' : 'ed-upload'} {...place}>
          <div className="ed-upload__bring">
            <button type="button" className="ed-button" data-autofocus onClick={() => input.current?.click()}>
              Choose a file …
            </button>
            <span>or drop a CSV or JSON file here</span>
            <input
              ref={input}
              type="file"
              hidden
              aria-label="CSV or JSON file"
              accept=".csv,.tsv,.tab,.txt,.json"
              onChange={choose}
            />
          </div>
          <label className="ed-field__label" htmlFor={`${id}-cells`}>
            Or cells copied from a spreadsheet, the first row with the names of the columns
          </label>
          <textarea
            id={`${id}-cells`}
            className="ed-input"
            rows={6}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
        </div>
        {said === null ? null : (
          <p className="ed-problem" role="alert">
            {said}
          </p>
        )}
      </div>
      <div className="ed-window__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          disabled={pasted.trim() === ''}
          onClick={() => {
            setRefused(null);
            onSource({ text: pasted });
          }}
        >
          Read cells
        </button>
        <button type="button" className="ed-button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}
