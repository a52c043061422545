import type { ReactNode } from 'react';
import { PublishDialog } from './PublishDialog.tsx';
import { type NamedRecord, describePublishingRecords } from './records-publishing.tsx';

type Props = { records: readonly NamedRecord[]; onClose: (isDone: boolean) => void };

/** Publishes the drafts of records that are not open in a form. */
export default function PublishRecords({ records, onClose }: Props): ReactNode {
  return <PublishDialog publishable={describePublishingRecords(records)} onClose={onClose} />;
}
