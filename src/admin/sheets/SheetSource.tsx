import { type ReactNode, useId, useState } from 'react';
import { ChooseFile } from '../media/ChooseFile.tsx';
import { readBytes } from './read-sheet.ts';
import type { SheetSource as Source } from './understand-sheet.ts';

type Props = { problem: string | null; onSource: (source: Source) => void; onClose: () => void };

/** A file, or cells that were copied in a spreadsheet. */
export function SheetSource({ problem, onSource, onClose }: Props): ReactNode {
  const [pasted, setPasted] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const message = refused ?? problem;
  const take = async (file: File) => {
    const read = await readBytes(file);
    setRefused(read.ok ? null : read.message);
    if (read.ok) onSource({ bytes: read.value });
  };
  return (
    <>
      <div className="ed-publish">
        <p className="ed-field__label">A CSV or JSON file</p>
        <ChooseFile accept=".csv,.tsv,.tab,.txt,.json" isBusy={false} onFile={(file) => void take(file)} />
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
        {message === null ? null : (
          <p className="ed-problem" role="alert">
            {message}
          </p>
        )}
      </div>
      <div className="ed-dialog__actions">
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
