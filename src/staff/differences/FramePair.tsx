import { type ReactNode, useEffect, useState } from 'react';
import { ScaledFrame } from '../preview/ScaledFrame.tsx';
import { markPages, scrollTogether, stayOnPage } from './mark-frame.ts';
import { TwoViews, type ViewSide } from './TwoViews.tsx';

type Props = {
  names: Readonly<Record<ViewSide, string>>;
  /** Of the page on each side; null where there is none. */
  urls: Readonly<Record<ViewSide, string | null>>;
  /** What is said in place of a page. */
  absent: Readonly<Record<ViewSide, string>>;
  /** BCP 47 language of both pages. */
  language: string;
  /** Of the pages, in their own pixels. */
  width: number;
  /** What stands above both. */
  head?: ReactNode;
  /** What stands above each. */
  renderTop: (side: ViewSide) => ReactNode;
};

/** Two pages beside each other, scrolled together, with all words in which they differ marked. */
export function FramePair({ names, urls, absent, language, width, head, renderTop }: Props): ReactNode {
  const [frames, setFrames] = useState<Partial<Record<ViewSide, HTMLIFrameElement>>>({});
  const { before, after } = frames;
  useEffect(() => {
    if (!before?.isConnected || !after?.isConnected) return undefined;
    markPages(before, after, language);
    return scrollTogether(before, after);
  }, [before, after, language]);
  return (
    <TwoViews
      names={names}
      head={head}
      render={(side) => {
        const url = urls[side];
        return (
          <>
            {renderTop(side)}
            {url === null ? (
              <p className="ed-history__absent">{absent[side]}</p>
            ) : (
              <ScaledFrame
                key={url}
                title={names[side]}
                url={url}
                width={width}
                onLoad={(frame) => {
                  stayOnPage(frame);
                  setFrames((known) => ({ ...known, [side]: frame }));
                }}
              />
            )}
          </>
        );
      }}
    />
  );
}
