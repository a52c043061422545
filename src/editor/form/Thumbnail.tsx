import type { ReactNode } from 'react';
import type { PickerItem } from './records.ts';

export function Thumbnail({ record }: { record: PickerItem | null }): ReactNode {
  if (!record?.thumbnail) return null;
  return <img className="ed-record__picture" src={record.thumbnail} alt="" width="64" height="48" loading="lazy" />;
}

/** A record with its picture, name, id and whatever tells it from others. */
export function Record({ record, id, title }: { record: PickerItem | null; id: number; title: string }): ReactNode {
  return (
    <>
      <Thumbnail record={record} />
      <span className="ed-record__text">
        <span className="ed-record__title">{title}</span>
        <span className="ed-record__detail">
          {id}
          {record?.detail ? ` · ${record.detail}` : ''}
        </span>
      </span>
    </>
  );
}
