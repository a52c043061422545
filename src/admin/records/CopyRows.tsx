import { type ReactNode, useState } from 'react';
import type { RecordRow } from '#view-model/records.ts';
import type { LoadedKind } from './load-kind.ts';
import { formatTable } from './format-table.ts';

type Props = { definition: LoadedKind; columns: readonly string[]; rows: readonly RecordRow[] };

/** Copies rows with their columns, so that they can be pasted into a spreadsheet, and from there into the list again. */
export function CopyRows({ definition, columns, rows }: Props): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = () => {
    void navigator.clipboard.writeText(formatTable(definition, columns, rows)).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  };
  return (
    <>
      <button type="button" className="ed-button ed-button--small" onClick={copy}>
        Copy to spreadsheet
      </button>
      <span role="status" className="adm-bulk__said">
        {outcome === 'copied' ? 'Copied: paste it into a spreadsheet.' : null}
        {outcome === 'refused' ? 'The browser does not allow copying. Export the list as XLSX instead.' : null}
      </span>
    </>
  );
}
