import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isPictureKind } from '#domain/media/upload-kinds.ts';
import { capital, getKindNames } from '#kinds/registry.ts';
import { TextButton } from '../picker/TextButton.tsx';
import { useRecords } from '../picker/records.ts';
import { Thumbnail } from '../picker/Thumbnail.tsx';
import { DrawingChanges } from './DrawingChanges.tsx';
import { type Medium, type UploadItem, type UploadOptions, useUploads } from './use-uploads.ts';

type Props = UploadOptions & {
  /** The texts of a picture were saved. */
  onDescribed: () => void;
};

/** Files under way: how far each is, what became of it, and what it still lacks. */
export default function Uploads({ onDescribed, ...options }: Props): ReactNode {
  const { items, isBusy, retry } = useUploads(options);
  const done = items.filter(({ state }) => state.name === 'done').length;
  const failed = items.filter(({ state }) => state.name === 'failed').length;
  return (
    <div className="ed-uploads" aria-busy={isBusy}>
      <p className="ed-uploads__count" role="status">
        {done} of {items.length} uploaded{failed > 0 ? `, ${failed} failed` : ''}
      </p>
      <ul className="ed-uploads__list">
        {items.map((item) => (
          <Row
            key={item.key}
            item={item}
            kind={options.kind}
            onRetry={() => retry(item.key)}
            onDescribed={onDescribed}
          />
        ))}
      </ul>
    </div>
  );
}

type RowProps = { item: UploadItem; kind: UploadOptions['kind']; onRetry: () => void; onDescribed: () => void };

function Row({ item: { file, state }, kind, onRetry, onDescribed }: RowProps): ReactNode {
  switch (state.name) {
    case 'waiting':
      return <Line title={file.name}>Waiting …</Line>;
    case 'sending': {
      const percent = Math.round(state.part * 100);
      return (
        <Line title={file.name}>
          <progress max={100} value={percent < 100 ? percent : undefined} aria-label={file.name} />
          {percent < 100 ? `${percent} %` : 'Being prepared …'}
        </Line>
      );
    }
    case 'failed':
      return (
        <Line title={file.name}>
          <span className="ed-uploads__problem">{state.message}</span>
          {state.canRetry ? (
            <button type="button" className="ed-button ed-button--small" onClick={onRetry}>
              Try again
            </button>
          ) : null}
        </Line>
      );
    case 'done':
      return <Done medium={state.medium} file={file} wanted={kind} onDescribed={onDescribed} />;
  }
}

type LineProps = { title: ReactNode; picture?: ReactNode; below?: ReactNode; children: ReactNode };

function Line({ title, picture, below, children }: LineProps): ReactNode {
  return (
    <li className="ed-uploads__line">
      <span className="ed-uploads__picture">{picture}</span>
      <span className="ed-uploads__name">{title}</span>
      <span className="ed-uploads__state">{children}</span>
      {below}
    </li>
  );
}

type DoneProps = {
  medium: Medium;
  file: File;
  /** In whose list it was brought: what it is may be in another one. */
  wanted: Medium['kind'];
  onDescribed: () => void;
};

function Done({ medium: { kind, id, title, isNew, removals }, file, wanted, onDescribed }: DoneProps): ReactNode {
  const [record] = useRecords(kind, [id]);
  const [isDescribed, setDescribed] = useState(false);
  // What is under way here, or not saved yet, stays.
  const link = (
    <a href={adminPaths.record(kind, id)} target="_blank" rel="noopener">
      {title}
    </a>
  );
  return (
    <Line
      title={isNew ? link : file.name}
      picture={<Thumbnail record={record ?? null} />}
      below={
        removals.length > 0 ? (
          <DrawingChanges file={file} stored={record?.thumbnail ?? null} removals={removals} />
        ) : null
      }
    >
      {isNew ? (
        <>
          <span aria-hidden="true">✓ </span>
          {kind === wanted ? 'Uploaded' : `Uploaded to ${capital(getKindNames(kind).many)}`}
          {isDescribed || !isPictureKind(kind) ? '' : '; it has no alternative text yet'}
        </>
      ) : (
        <span>Already here as {link}</span>
      )}
      {isNew && isPictureKind(kind) && !isDescribed ? (
        <TextButton
          picture={{ kind, id }}
          onSaved={() => {
            setDescribed(true);
            onDescribed();
          }}
        />
      ) : null}
    </Line>
  );
}
