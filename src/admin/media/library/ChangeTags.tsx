import { type ReactNode, useRef, useState } from 'react';
import { type MediaKind, maxTags } from '#domain/media/media-library.ts';
import { getKindNames } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { describeCount } from '#staff/messages/count.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { storeNotice } from '../../records/record-notice.ts';
import { useLibrary } from './library-context.tsx';
import { TagInput } from './TagInput.tsx';

type Props = { kind: MediaKind; ids: readonly number[]; onDone: () => void; onClose: () => void };

/** Gives chosen media tags, and takes others from them. */
export function ChangeTags({ kind, ids, onDone, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const tags = useLibrary()?.library?.tags ?? [];
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const { failure, isBusy, send } = useSend();
  const { one, many } = getKindNames(kind);
  const count = describeCount(ids.length, one, many);
  const save = () =>
    send(
      () => call('tagMedia', { kind, ids: [...ids], add: [...add], remove: [...remove] }),
      () => {
        storeNotice({ announcement: `Tags of ${count}: ${describeTags(add, remove)}.`, undo: null });
        onDone();
      },
    );
  return (
    <FormDialog
      title={`Tags of ${count}`}
      size="small"
      form={form}
      action="Save tags"
      hasInput={() => add.length + remove.length > 0}
      onSubmit={save}
      {...{ isBusy, failure, onClose }}
    >
      <TagInput
        label="Add"
        help={`A word of your own, or one that is there. Up to ${maxTags}.`}
        tags={tags}
        value={add}
        onAdd={(tag) => setAdd([...add, tag])}
        onRemove={(tag) => setAdd(add.filter((each) => each !== tag))}
      />
      {tags.length > 0 ? (
        <TagInput
          label="Remove"
          help="A tag that nothing has any more is gone."
          isKnownOnly
          tags={tags}
          value={remove}
          onAdd={(tag) => setRemove([...remove, tag])}
          onRemove={(tag) => setRemove(remove.filter((each) => each !== tag))}
        />
      ) : null}
    </FormDialog>
  );
}

function describeTags(add: readonly string[], remove: readonly string[]): string {
  const name = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(', ');
  const parts = [add.length > 0 ? [`${name(add)} added`] : [], remove.length > 0 ? [`${name(remove)} removed`] : []];
  return parts.flat().join('; ') || 'nothing was changed';
}
