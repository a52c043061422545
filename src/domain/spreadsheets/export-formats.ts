/** In what tables for people are exported. */
export const tableFormats = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The same, and what is for programs. */
export const exportFormats = [...tableFormats, 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function isTableFormat(text: string | undefined): text is TableFormat {
  return tableFormats.some((format) => format === text);
}

export function isExportFormat(text: string | undefined): text is ExportFormat {
  return exportFormats.some((format) => format === text);
}
