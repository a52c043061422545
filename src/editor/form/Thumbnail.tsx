import type { ReactNode } from 'react';
import type { PickerItem } from './records.ts';

export function Thumbnail({ record }: { record: PickerItem | null }): ReactNode {
  if (!record?.thumbnail) return null;
  return <img className="ed-record__picture" src={record.thumbnail} alt="" width="64" height="48" loading="lazy" />;
}

type Props = {
  record: PickerItem | null;
  /** Null where the id is shown beside it. */
  id: number | null;
  title: string;
};

/** A record with its thumbnail, name, id and further details. */
export function Record({ record, id, title }: Props): ReactNode {
  return (
    <>
      <Thumbnail record={record} />
      <span className="ed-record__text">
        <span className="ed-record__title">{title}</span>
        <span className="ed-record__detail">{[id, record?.detail].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}
