import { type ReactNode, Suspense, lazy, useState } from 'react';
import { type PictureKind, isPictureKind } from '#domain/media/upload-kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { describeCount } from '#staff/messages/count.ts';
import type { ListView } from '../records/list-view.ts';
import { useMay } from '../shell/use-may.ts';
import { useCall } from '#staff/calls/use-call.ts';

const PublishRecords = lazy(() => import('#staff/publishing/PublishRecords.tsx'));

type Props = { kind: KindName; view: Pick<ListView, 'gap'>; onPublished: () => void };

/** Says how many alternative texts wait as drafts, and publishes them together, where somebody looks for those that are missing. */
export function WaitingTexts({ kind, view: { gap }, onPublished }: Props): ReactNode {
  const mayEdit = useMay()('edit', { kind });
  return mayEdit && isPictureKind(kind) && gap !== null && gap !== 'unused' ? (
    <Waiting {...{ kind, onPublished }} />
  ) : null;
}

function Waiting({ kind, onPublished }: { kind: PictureKind; onPublished: () => void }): ReactNode {
  const { value } = useCall('findRecordIds', { kind, gap: 'waiting' });
  const [isOpen, setOpen] = useState(false);
  if (!value || value.length === 0) return null;
  const isOne = value.length === 1;
  return (
    <div className="adm-waiting">
      <p role="status">
        {describeCount(value.length, 'alternative text is', 'alternative texts are')} not published yet: visitors do not
        have {isOne ? 'it' : 'them'}.
      </p>
      <button type="button" className="ed-button ed-button--small" onClick={() => setOpen(true)}>
        {isOne ? 'Publish it …' : 'Publish all …'}
      </button>
      {isOpen ? (
        <Suspense>
          <PublishRecords
            records={value.map((id) => ({ kind, id, title: '' }))}
            onClose={(isDone) => {
              setOpen(false);
              if (isDone) onPublished();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
