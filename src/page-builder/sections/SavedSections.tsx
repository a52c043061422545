import { type ReactNode, type RefObject, useState } from 'react';
import { englishNames } from '#domain/locales.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { call } from '#staff/calls/api.ts';
import { CommandMenu } from '#staff/controls/CommandMenu.tsx';
import { describeLeftOut, toActionPlace } from '../copying/use-copying.ts';
import { focusSoon } from '#staff/controls/focus-soon.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { TypePicture } from '../picker/TypePicture.tsx';
import type { NewPlace } from '../query.ts';
import { useCall } from '#staff/calls/use-call.ts';
import type { Structure } from '../use-structure.ts';
import { labels } from '#staff/messages/labels.ts';
import { DeleteSection } from './DeleteSection.tsx';
import { type SavedSection, matchesSection } from './match-section.ts';
import { RenameSection } from './RenameSection.tsx';

type Props = {
  /** Of the list. */
  id: string;
  search: RefObject<HTMLElement | null>;
  state: EditorState;
  structure: Structure;
  place: NewPlace;
  /** What is searched for. */
  typed: string;
};

/** The saved sections; choosing one inserts a copy of it. */
export default function SavedSections({ id, search, state, structure, place, typed }: Props): ReactNode {
  const { value, failure, reload } = useCall('listSections', {});
  const [opened, setOpened] = useState<{ what: 'rename' | 'delete'; section: SavedSection } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  const found = value?.filter((section) => matchesSection(section, typed.trim())) ?? [];
  const done = (message: string) => {
    setOpened(null);
    setAnnouncement(message);
    reload();
  };
  const insert = ({ id: sectionId, name }: SavedSection) =>
    void structure.change(0, async () => {
      const { pageId, locale, structureVersion } = state;
      const answer = await call('insertSection', {
        pageId,
        locale,
        structureVersion,
        ...toActionPlace(state, place),
        sectionId,
      });
      if (!answer.ok) return answer;
      const { moduleIds, leftOut } = answer.value;
      return {
        ok: true,
        moduleId: moduleIds[0] ?? null,
        announcement: `“${name}” inserted.${describeLeftOut(leftOut)}`,
      };
    });
  return (
    <>
      <ul className="ed-types ed-sections" id={id}>
        {found.map((section) => (
          <li key={section.id} className="ed-section">
            <button
              type="button"
              className="ed-type"
              aria-disabled={structure.work ? true : undefined}
              onClick={() => insert(section)}
            >
              <Card section={section} />
            </button>
            <CommandMenu
              className="ed-button--small"
              about={section.name}
              commands={[
                { label: 'Rename', onPress: () => setOpened({ what: 'rename', section }) },
                { label: 'Delete', onPress: () => setOpened({ what: 'delete', section }) },
              ]}
            />
          </li>
        ))}
      </ul>
      <p className="ed-sidebar__note" role="status">
        {[announcement, value ? describeStatus(value.length, found.length, typed.trim()) : 'Loading …']
          .filter(Boolean)
          .join(' ')}
      </p>
      {opened?.what === 'rename' ? (
        <RenameSection section={opened.section} onClose={() => setOpened(null)} onDone={done} />
      ) : null}
      {opened?.what === 'delete' ? (
        <DeleteSection
          section={opened.section}
          onClose={() => setOpened(null)}
          onDone={(message) => {
            done(message);
            // Its row, to which the dialog would give the focus back, goes.
            focusSoon(() => search.current);
          }}
        />
      ) : null}
    </>
  );
}

function describeStatus(all: number, found: number, typed: string): string {
  if (all === 0)
    return `Nothing is saved yet. “${labels.saveSection}” is in the menu “${labels.more}” of each module, and saves it for other pages.`;
  if (found === 0) return `No section is found by “${typed}”.`;
  return `${found} ${found === 1 ? 'section' : 'sections'}`;
}

/** So many modules are drawn of a section. */
const drawn = 3;

function Card({
  section: { name, note, types, count, locales, savedAt, savedBy },
}: {
  section: SavedSection;
}): ReactNode {
  const inside = count - types.length;
  return (
    <>
      <span className="ed-section__picture">
        {types.slice(0, drawn).map(({ type }, index) => (
          <TypePicture key={index} type={type} />
        ))}
      </span>
      <span className="ed-section__words">
        <span className="ed-type__name">{name}</span>
        {note === '' ? null : <span className="ed-section__note">{note}</span>}
        <span className="ed-type__type">
          {types.map((type) => type.name).join(', ')}
          {inside === 0 ? '' : ` and ${inside} inside`}
        </span>
        <span className="ed-type__type">
          {[
            savedBy ?? '',
            new Date(savedAt).toLocaleDateString('en-GB', { dateStyle: 'medium' }),
            locales.map((locale) => englishNames[locale]).join(', '),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </>
  );
}
