import { type ReactNode, Suspense, lazy, useRef } from 'react';
import type { UploadKind } from '#domain/media/upload-kinds.ts';
import { getKindNames } from '#kinds/registry.ts';
import { useIncoming } from './use-incoming.ts';

const Uploads = lazy(() => import('./Uploads.tsx'));

type Props = {
  kind: UploadKind;
  /** Several files at once become several records. */
  isMany?: boolean;
  onUploaded: (id: number) => void;
  /** The texts of a picture were saved. */
  onDescribed: () => void;
  children: ReactNode;
};

/** A field to which files are brought from the device: what is uploaded is chosen. */
export function UploadZone({ kind, isMany = false, onUploaded, onDescribed, children }: Props): ReactNode {
  const { incoming, isOver, place, choose } = useIncoming(isMany);
  const input = useRef<HTMLInputElement>(null);
  const [one, several] = [getKindNames(kind).one, getKindNames(kind).many];
  return (
    <div className={isOver ? 'ed-upload ed-upload--over' : 'ed-upload'} {...place}>
      {children}
      <div className="ed-upload__bring">
        <button type="button" className="ed-button ed-button--small" onClick={() => input.current?.click()}>
          Upload {isMany ? several : one}
        </button>
        <span>or drop {isMany ? 'files' : 'a file'} here</span>
        <input ref={input} type="file" hidden multiple={isMany} onChange={choose} />
      </div>
      {incoming.length > 0 ? (
        <Suspense fallback={<p role="status">Uploading …</p>}>
          <Uploads incoming={incoming} kind={kind} onUploaded={({ id }) => onUploaded(id)} onDescribed={onDescribed} />
        </Suspense>
      ) : null}
    </div>
  );
}
