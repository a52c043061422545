import type { ReactNode } from 'react';
import type { ExportFormat } from '#domain/spreadsheets/export-formats.ts';

/** What each format is for. */
const purposes: Record<ExportFormat, string> = {
  xlsx: 'For spreadsheet programs',
  csv: 'For spreadsheet programs, written as in your country',
  json: 'For programs',
};

type Props<F extends ExportFormat> = { formats: readonly F[]; hrefOf: (format: F) => string };

/** What a screen shows as a file, in one of some formats: one small group, beside what is done on the screen. */
export function ExportLinks<F extends ExportFormat>({ formats, hrefOf }: Props<F>): ReactNode {
  return (
    <div role="group" aria-label="Export" className="adm-export">
      <span aria-hidden="true">Export</span>
      <div className="adm-switch">
        {formats.map((format) => (
          <a
            key={format}
            className="ed-button ed-button--small"
            href={hrefOf(format)}
            aria-label={`Export ${format.toUpperCase()}`}
            title={purposes[format]}
            download
          >
            {format.toUpperCase()}
          </a>
        ))}
      </div>
    </div>
  );
}
