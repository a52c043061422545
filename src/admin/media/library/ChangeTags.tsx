import { type ReactNode, useRef, useState } from 'react';
import { type MediaKind, maxTags } from '#domain/media/media-library.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { getKindNames } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
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
  const save = () => send(() => call('tagMedia', { kind, ids: [...ids], add: [...add], remove: [...remove] }), onDone);
  return (
    <FormDialog
      title={`Tags of ${showNumber(ids.length)} ${ids.length === 1 ? one : many}`}
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
