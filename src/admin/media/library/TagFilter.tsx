import { type ReactNode, useState } from 'react';
import { tagFilter } from '#domain/media/media-library.ts';
import type { ListView } from '../../records/list-view.ts';
import { useLibrary } from './library-context.tsx';
import { RenameTag } from './RenameTag.tsx';
import { TagInput } from './TagInput.tsx';

type Props = { view: ListView; onView: (view: ListView) => void };

/** Narrows a list to media that have all of the chosen tags; one that is chosen alone can be renamed here. */
export function TagFilter({ view, onView }: Props): ReactNode {
  const library = useLibrary();
  const [isRenaming, setRenaming] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const tags = library?.library?.tags ?? [];
  const chosen = view.filters.flatMap(({ by, is }) =>
    by === tagFilter ? (tags.find(({ id }) => String(id) === is) ?? []) : [],
  );
  const findId = (name: string) => String(tags.find((tag) => tag.name === name)?.id ?? '');
  if (tags.length === 0) return null;
  const [only] = chosen.length === 1 ? chosen : [];
  return (
    <>
      <TagInput
        label="With the tags"
        isKnownOnly
        tags={tags}
        value={chosen.map(({ name }) => name)}
        onAdd={(name) => onView({ ...view, filters: [...view.filters, { by: tagFilter, is: findId(name) }] })}
        onRemove={(name) =>
          onView({ ...view, filters: view.filters.filter(({ by, is }) => by !== tagFilter || is !== findId(name)) })
        }
      />
      {only ? (
        <button type="button" className="ed-button" onClick={() => setRenaming(true)}>
          Rename tag
        </button>
      ) : null}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {only && isRenaming ? (
        <RenameTag
          tag={only}
          onDone={(name) => {
            setRenaming(false);
            setAnnouncement(`The tag is called “${name}” now.`);
            library?.reload();
          }}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </>
  );
}
