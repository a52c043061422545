import type { ReactNode } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import { call } from '#staff/calls/api.ts';
import { toActionPlace } from '../copying/use-copying.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { TypePicture } from '../picker/TypePicture.tsx';
import type { NewPlace } from '../query.ts';
import { useCall } from '#staff/calls/use-call.ts';
import type { Structure } from '../use-structure.ts';
import { labels } from '#staff/messages/labels.ts';

type Props = {
  /** Of the list. */
  id: string;
  state: EditorState;
  structure: Structure;
  place: NewPlace;
  /** What is searched for. */
  typed: string;
};

/** So many are listed; the others are found by their names. */
const listed = 100;

/** The shared modules; choosing one puts it on the page. */
export default function SharedModules({ id, state, structure, place, typed }: Props): ReactNode {
  const { value, failure, reload } = useCall('fetchSharedModules', { pageSize: listed, search: typed.trim() });
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  const insert = (sharedId: number) =>
    void structure.change(0, async () => {
      const { pageId, locale, structureVersion } = state;
      const answer = await call('insertSharedModule', {
        pageId,
        locale,
        structureVersion,
        ...toActionPlace(state, place),
        sharedId,
      });
      if (!answer.ok) return answer;
      const { moduleIds, name } = answer.value;
      return { ok: true, moduleId: moduleIds[0] ?? null, announcement: `“${name}” is on this page now.` };
    });
  return (
    <>
      <ul className="ed-types ed-sections" id={id}>
        {value?.results.map((shared) => (
          <li key={shared.id} className="ed-section">
            <button
              type="button"
              className="ed-type"
              aria-disabled={structure.work ? true : undefined}
              onClick={() => insert(shared.id)}
            >
              <TypePicture type={shared.type} />
              <span className="ed-section__words">
                <span className="ed-type__name">{shared.name}</span>
                <span className="ed-type__type">{shared.typeName}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="ed-sidebar__note" role="status">
        {value ? describeStatus(value.count, typed.trim()) : 'Loading …'}
      </p>
    </>
  );
}

function describeStatus(count: number, typed: string): string {
  if (count > listed) return `${count} shared modules. Search to find the others.`;
  if (count > 0) return `${count} shared ${count === 1 ? 'module' : 'modules'}`;
  return typed === ''
    ? `Nothing is shared yet. “${labels.shareModule}” is in the menu “${labels.more}” of each module.`
    : `No shared module is found by “${typed}”.`;
}
