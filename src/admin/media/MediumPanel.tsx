import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import type { NamedRecord } from '#staff/publishing/records-publishing.tsx';
import { DraftFile } from './DraftFile.tsx';
import { EarlierFiles } from './EarlierFiles.tsx';
import { FocusPoint } from './FocusPoint.tsx';
import { FileFacts } from './FileFacts.tsx';
import type { Medium } from './medium.ts';
import { MediumUses } from './MediumUses.tsx';
import { PictureCrops } from './PictureCrops.tsx';
import { ReplaceFile } from './ReplaceFile.tsx';

type Props = { record: NamedRecord; stored: string; onChanged: () => void };

/** The file of a medium: what it shows, where it is used, and what can be done with it. */
export default function MediumPanel({ record: { kind, id, title }, ...rest }: Props): ReactNode {
  if (!isUploadKind(kind) || typeof id !== 'number') return null;
  return <Panel medium={{ kind, id, title }} {...rest} />;
}

function Panel({ medium, stored, onChanged }: Omit<Props, 'record'> & { medium: Medium }): ReactNode {
  const { kind, id } = medium;
  const { value: files, failure, reload } = useCall('findMediumFile', { kind, id });
  const [open, setOpen] = useState<'replace' | 'earlier' | null>(null);
  const replace = useRef<HTMLButtonElement>(null);
  const read = useRef(stored);
  // The form saves, publishes and discards the same draft.
  useEffect(() => {
    if (read.current !== stored) reload();
    read.current = stored;
  }, [stored, reload]);
  const close = (isChanged: boolean) => {
    setOpen(null);
    if (isChanged) onChanged();
  };
  if (!files) {
    return failure ? <Failure failure={failure} onRetry={reload} /> : <span className="adm-skeleton adm-medium" />;
  }
  const { file, earlier } = files;
  const focused = kind === 'image' ? file?.picture : null;
  return (
    <section className="adm-medium" aria-label="File">
      {focused ? (
        <FocusPoint picture={focused} />
      ) : (
        <div className="adm-medium__picture">
          {file?.picture ? <img src={file.picture} alt="" /> : <span>{file ? file.format : 'No file yet'}</span>}
        </div>
      )}
      <div className="adm-medium__side">
        {file ? <FileFacts file={file} /> : <p>It is announced: visitors see its title without a file.</p>}
        <p className="ed-table__quiet">
          {earlier.length > 0 ? 'This file' : 'In the library'} since <Moment at={files.since} />
          {files.by === null ? '' : `, by ${files.by}`}
        </p>
        <div className="adm-medium__acts">
          <button ref={replace} type="button" className="ed-button" onClick={() => setOpen('replace')}>
            {file ? 'Replace file …' : 'Bring the file …'}
          </button>
          {file ? (
            <a className="ed-button" href={file.href} download={files.filename}>
              Download original
            </a>
          ) : null}
          {earlier.length > 0 ? (
            <button type="button" className="ed-button" onClick={() => setOpen('earlier')}>
              Earlier files ({earlier.length})
            </button>
          ) : null}
        </div>
        <MediumUses medium={medium} />
      </div>
      {files.draft?.file ? (
        <DraftFile
          {...{ medium, files }}
          draft={files.draft}
          next={files.draft.file}
          onDone={() => {
            // The buttons of the draft are gone with it.
            replace.current?.focus();
            onChanged();
          }}
        />
      ) : null}
      {open === 'replace' ? <ReplaceFile {...{ medium, files }} onClose={close} /> : null}
      {open === 'earlier' ? <EarlierFiles {...{ medium, files }} onClose={close} /> : null}
      {focused ? <PictureCrops picture={focused} /> : null}
    </section>
  );
}
