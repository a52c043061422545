import { type ReactNode, useEffect, useRef } from 'react';
import { englishNames } from '#domain/locales.ts';
import { type PageCell, partsOfCell } from '#domain/pages/page-cell.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { describeCount } from '#staff/messages/count.ts';
import { makeChoiceLine } from './choice-groups.ts';
import { ModuleName } from '#staff/publishing/ModuleName.tsx';

export type Part = NonNullable<ActionOutput<'planPublish'>['part']>;
type Place = Part['english'][number];

type Props = { part: Part; state: EditorState; onTakeAlong: (cells: readonly PageCell[]) => void };

/** Of a publish in part: what it needs besides, and where English will be shown. */
export function PartOfPlan({ part, state, onTakeAlong }: Props): ReactNode {
  return (
    <>
      {part.needs.length > 0 ? <Needs {...{ state, onTakeAlong }} needs={part.needs} /> : null}
      {part.english.length > 0 ? <English places={part.english} /> : null}
    </>
  );
}

function Needs({ needs, state, onTakeAlong }: Omit<Props, 'part'> & Pick<Part, 'needs'>): ReactNode {
  const section = useRef<HTMLElement>(null);
  // Below a long list nobody would see why nothing can be published.
  useEffect(() => {
    // Not what the effect returns: where scrolling answers with a promise, React would call it to clean up.
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={section}
      className="ed-warnings ed-warnings--blocking"
      aria-label="Cannot be live by itself"
      role="alert"
    >
      <h3 className="ed-warnings__title">This cannot be live by itself</h3>
      <ul className="ed-changes">
        {needs.map(({ cell, needs: needed }) => (
          <li key={`${cell} ${needed}`} className="ed-changes__item">
            <span className="ed-changes__name">
              <Name {...{ cell, state }} /> needs <Name cell={needed} state={state} />
            </span>
            <p className="ed-changes__what">{describeReason(cell, needed)}</p>
          </li>
        ))}
      </ul>
      <p className="ed-places">
        <button
          type="button"
          className="ed-button ed-button--small"
          onClick={() => onTakeAlong(needs.map(({ needs: needed }) => needed))}
        >
          Publish that as well
        </button>
      </p>
    </section>
  );
}

function Name({ cell, state }: { cell: PageCell; state: EditorState }): ReactNode {
  const { name, title, titleLocale } = makeChoiceLine(cell, state);
  const parts = partsOfCell(cell);
  const language = parts && 'locale' in parts ? ` in ${englishNames[parts.locale]}` : '';
  return (
    <>
      <ModuleName {...{ name, title, titleLocale }} />
      {language}
    </>
  );
}

function describeReason(cell: PageCell, needed: PageCell): string {
  const parts = partsOfCell(needed);
  if (parts?.what === 'settings') {
    return partsOfCell(cell)?.what === 'settings'
      ? 'Otherwise the page would be in no language.'
      : `The page is not live in ${englishNames[parts.locale]} yet.`;
  }
  if (parts?.what === 'texts') return 'Modules were moved into a place that only the new text of this module has.';
  return partsOfCell(cell)?.what === 'texts'
    ? 'The module is not live yet, or modules inside of it would lose their place.'
    : 'The page is not live yet: it has no modules without them.';
}

const reasons: Record<Place['why'], (language: string) => string> = {
  left: (language) => `Its ${language} text stays in the draft.`,
  none: (language) => `It has no ${language} text.`,
  'new-english': () => 'It did before, and shows the new English text.',
};

function English({ places }: { places: readonly Place[] }): ReactNode {
  return (
    <section className="ed-warnings" aria-label="Shown in English">
      <h3 className="ed-warnings__title">English is shown in {describeCount(places.length, 'place')}</h3>
      <ul className="ed-changes">
        {places.map(({ moduleId, locale, moduleName, moduleTitle, why }) => (
          <li key={`${moduleId} ${locale}`} className="ed-changes__item">
            <span className="ed-changes__name">
              {englishNames[locale]}: <ModuleName name={moduleName} title={moduleTitle} />
            </span>
            <p className="ed-changes__what">{reasons[why](englishNames[locale])}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
