import { type ReactNode, useState } from 'react';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { FileFacts } from './FileFacts.tsx';
import { type Medium, type MediumFiles, getSeenFile } from './medium.ts';
import { ReplaceFile } from './ReplaceFile.tsx';

type Props = { medium: Medium; files: MediumFiles; onClose: (isChanged: boolean) => void };

/** Every file that a medium had; each can be compared with what it has now, and take its place again. */
export function EarlierFiles({ medium, files, onClose }: Props): ReactNode {
  const [compared, setCompared] = useState<MediumFiles['earlier'][number] | null>(null);
  if (compared) return <ReplaceFile {...{ medium, files, onClose }} earlier={compared} />;
  return (
    <Dialog title={`Earlier files of “${medium.title}”`} size="medium" onClose={() => onClose(false)}>
      <ul className="adm-versions">
        {files.earlier.map((file) => (
          <li key={file.number}>
            <span className="adm-medium__small">
              {file.picture ? <img src={file.picture} alt="" loading="lazy" /> : file.format}
            </span>
            <span className="adm-medium__told">
              <FileFacts file={file} />
              <small>
                Replaced <Moment at={file.replacedAt} />
                {file.replacedBy === null ? ' by a program' : ` by ${file.replacedBy}`}
              </small>
            </span>
            {file.hash === getSeenFile(files)?.hash ? (
              <small>{files.draft?.file ? 'The same as in the draft' : 'The same as now'}</small>
            ) : (
              <button type="button" className="ed-button ed-button--small" onClick={() => setCompared(file)}>
                Compare …<span className="visually-hidden"> file {file.number}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={() => onClose(false)}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
