import type { ReactNode } from 'react';
import { DownloadList } from '#ui/primitives/DownloadList.tsx';
import { ModuleSection } from '#ui/primitives/ModuleSection.tsx';
import { formatDay } from '#ui/primitives/dates.tsx';
import { fileEnding } from '#ui/primitives/file-ending.ts';
import type { ViewProps } from '#view-model/view-props.ts';
import type { softwareDownloads } from './schema.ts';

/** Files and documents under the names that the editor gave them. */
export function View({ id, data, context }: ViewProps<typeof softwareDownloads>): ReactNode {
  const { t, locale } = context;
  const downloads = [
    ...data.files.map(({ filename, file }) => ({
      title: filename,
      href: file.href,
      size: file.size,
      notes: [fileEnding(file.href)],
    })),
    ...data.documents.map(({ filename, document }) => ({
      title: filename,
      href: document.href,
      size: document.size,
      notes: [t(`document.types.${document.typeLabel}`), formatDay(document.contentDate, locale)],
    })),
  ];
  return (
    <ModuleSection id={id} type="SOFTWARE_DOWNLOADS" data={data} className="software-downloads" context={context}>
      <DownloadList downloads={downloads} context={context} />
    </ModuleSection>
  );
}
