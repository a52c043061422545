import { type ReactNode, useEffect, useState } from 'react';
import { englishNameOf, languageOf } from '#domain/locales.ts';
import { siteNames } from '#domain/site-names.ts';
import { ScaledFrame } from '../dialog/ScaledFrame.tsx';
import { Window } from '../dialog/Window.tsx';
import { siteHere } from '../form/editor-site.ts';
import { LabeledField } from '../form/LabeledField.tsx';
import { markPages, scrollTogether, stayOnPage } from '../history/mark-frame.ts';
import { useWidth } from '../history/Switch.tsx';
import { TwoViews, type ViewSide } from '../history/TwoViews.tsx';
import type { Plan } from './ChangeGroups.tsx';

type Entry = Plan['entries'][number];
type Props = {
  entries: readonly Entry[];
  /** What is published, as the addresses of the frames say it. */
  query: string;
  onClose: () => void;
};

const sideNames = { before: 'As it is live', after: 'Once it is published' } as const;
type Frames = Partial<Record<ViewSide, HTMLIFrameElement>>;

/** Pages that will change, each before and after beside each other, with the words that differ marked. */
export default function DrawnPlan({ entries, query, onClose }: Props): ReactNode {
  const [index, setIndex] = useState(0);
  const { width, widthSwitch } = useWidth();
  const shown = entries[index];
  return (
    <Window title="Before and after" size="full" onClose={onClose}>
      <div className="ed-drawn">
        <div className="ed-drawn__bar">
          <LabeledField label="Page">
            {({ labelId: _, ...ids }) => (
              <select
                {...ids}
                className="ed-input ed-input--select"
                value={index}
                onChange={({ target }) => setIndex(Number(target.value))}
              >
                {entries.map((entry, at) => (
                  <option key={entry.url} value={at}>
                    {`${entry.path} · ${englishNameOf[entry.locale]} · ${siteNames[entry.site]}`}
                  </option>
                ))}
              </select>
            )}
          </LabeledField>
          {widthSwitch}
          <span className="ed-bar__grow" />
          <button type="button" className="ed-button" data-autofocus onClick={onClose}>
            Close
          </button>
        </div>
        {shown ? <Pair key={shown.url} {...{ query, entry: shown, width }} /> : null}
      </div>
    </Window>
  );
}

/** The frames of other sites have no session, so their pages are seen in the editor of their own site. */
function Pair({ query, entry, width }: Pick<Props, 'query'> & { entry: Entry; width: number }): ReactNode {
  const [frames, setFrames] = useState<Frames>({});
  const { before, after } = frames;
  useEffect(() => {
    if (!before || !after) return undefined;
    markPages(before, after, languageOf[entry.locale]);
    return scrollTogether(before, after);
  }, [before, after, entry.locale]);
  if (entry.site !== siteHere()) {
    return (
      <p className="ed-history__absent">
        This page is on the {siteNames[entry.site]}. Its frames need a session there:{' '}
        <a href={entry.url} target="_blank" rel="noreferrer">
          open the page as it is live
        </a>
        .
      </p>
    );
  }
  return (
    <TwoViews
      names={sideNames}
      render={(side) => (
        <>
          <p className="ed-drawn__side">{sideNames[side]}</p>
          {entry.change === (side === 'before' ? 'new' : 'removed') ? (
            <p className="ed-history__absent">
              {side === 'before' ? 'There is no such page yet.' : 'The page is gone.'}
            </p>
          ) : (
            <ScaledFrame
              title={sideNames[side]}
              url={`${entry.path}?draft=true&${query}&side=${side}`}
              width={width}
              onLoad={(frame) => {
                stayOnPage(frame);
                setFrames((known) => ({ ...known, [side]: frame }));
              }}
            />
          )}
        </>
      )}
    />
  );
}
