import type { ReactNode } from 'react';
import type { PickerItem } from './records.ts';

export function Thumbnail({ record }: { record: PickerItem | null }): ReactNode {
  if (!record?.thumbnail) return null;
  return <img className="ed-record__picture" src={record.thumbnail} alt="" width="64" height="48" loading="lazy" />;
}
