import type { ReactNode } from 'react';
import type { PickerItem } from './records.ts';

export function Thumbnail({ record }: { record: PickerItem | null }): ReactNode {
  if (!record?.thumbnail) return null;
  return <img className="ed-record__picture" src={record.thumbnail} alt="" width="64" height="48" loading="lazy" />;
}

type Props = {
  record: PickerItem | null;
  title: string;
};

/** A record with its thumbnail, name and further details. Ids are for machines: nobody chooses by them. */
export function Record({ record, title }: Props): ReactNode {
  return (
    <>
      <Thumbnail record={record} />
      <span className="ed-record__text">
        <span className="ed-record__title">{title}</span>
        <span className="ed-record__detail">{record?.detail}</span>
      </span>
    </>
  );
}
