import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Document } from '#view-model/resolved.ts';
import { Day } from './dates.tsx';
import { DownloadList } from './DownloadList.tsx';

/** Documents as rows: title, type, date, size. One without a file is to be had on request. */
export function DocumentList({
  documents,
  context,
}: {
  documents: readonly Document[];
  context: ViewContext;
}): ReactNode {
  const downloads = documents.map(({ title, href, size, typeLabel, contentDate }) => ({
    title,
    href,
    size,
    notes: [context.t(`document.types.${typeLabel}`), <Day key="day" iso={contentDate} locale={context.locale} />],
  }));
  return <DownloadList downloads={downloads} context={context} />;
}
