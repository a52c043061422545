import { type ReactNode, useId, useState } from 'react';
import { decodeText, problemOfFile } from './read-sheet.ts';

type Props = { problem: string | null; onText: (text: string) => void; onClose: () => void };

/** A file, or cells that were copied in a spreadsheet. */
export function SheetSource({ problem, onText, onClose }: Props): ReactNode {
  const [pasted, setPasted] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const said = refused ?? problem;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const tooLarge = problemOfFile(file);
    setRefused(tooLarge);
    if (tooLarge === null) onText(decodeText(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <>
      <div className="ed-publish">
        <label className="ed-field__label" htmlFor={`${id}-file`}>
          CSV or JSON file
        </label>
        <input
          id={`${id}-file`}
          data-autofocus
          type="file"
          accept=".csv,.tsv,.txt,.json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            void choose(file);
            target.value = '';
          }}
        />
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
            onText(pasted);
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
