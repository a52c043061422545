import { type ReactNode, useState } from 'react';
import type { MediaKind } from '#domain/media/media-library.ts';
import { type ActionInput, type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { useMay } from '../../shell/use-may.ts';
import { FolderSelect } from '#staff/picker/FolderSelect.tsx';
import { LibraryProvider, useLibrary } from './library-context.tsx';
import { TagInput } from './TagInput.tsx';

type Props = { kind: MediaKind; id: number };

/** Where editors find a medium: its folder and its tags. Both are changed at once, beside its draft. */
export default function MediumPlace(props: Props): ReactNode {
  return (
    <LibraryProvider>
      <Place {...props} />
    </LibraryProvider>
  );
}

function Place({ kind, id }: Props): ReactNode {
  const loaded = useLibrary();
  const places = useCall('findMediaPlaces', { kind, ids: [id] });
  const mayEdit = useMay()('edit', { kind });
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const place = places.value?.[0];
  const library = loaded?.library;
  if (!loaded || !library || !place) {
    return places.failure ? <Failure failure={places.failure} onRetry={places.reload} /> : null;
  }
  const finish = (failed: CallFailure | null) => {
    setFailure(failed);
    setAnnouncement(failed ? '' : 'Saved.');
    places.reload();
    loaded.reload();
  };
  const move = async (folder: number | null) => {
    const answer = await call('fileMedia', { kind, ids: [id], folder });
    finish(answer.ok ? null : answer.failure);
  };
  const tag = async (change: Pick<ActionInput<'tagMedia'>, 'add' | 'remove'>) => {
    const answer = await call('tagMedia', { kind, ids: [id], ...change });
    finish(answer.ok ? null : answer.failure);
  };
  const tags = place.tags.flatMap((of) => library.tags.find((each) => each.id === of)?.name ?? []);
  return (
    <section className="ed-panel" aria-labelledby="medium-place">
      <h2 className="ed-builder__heading" id="medium-place">
        In the library
      </h2>
      <fieldset className="adm-place" disabled={!mayEdit}>
        <FolderSelect
          label="Folder"
          none="None"
          folders={library.folders}
          value={place.folder}
          onChange={(folder) => void move(folder)}
        />
        <TagInput
          label="Tags"
          tags={library.tags}
          value={tags}
          onAdd={(name) => void tag({ add: [name] })}
          onRemove={(name) => void tag({ remove: [name] })}
        />
      </fieldset>
      <p className="ed-table__quiet" role="status">
        {announcement} Visitors see neither; both change at once, without a draft.
      </p>
      {failure ? <Failure failure={failure} /> : null}
    </section>
  );
}
