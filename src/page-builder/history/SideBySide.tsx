import { type ReactNode, useEffect, useState } from 'react';
import { type Locale, englishNames, languageCodes } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { ScaledFrame } from '#staff/preview/ScaledFrame.tsx';
import { markModules, markWords, scrollToModule, scrollTogether, stayOnPage } from '#staff/differences/mark-frame.ts';
import { useWidth } from '#staff/controls/Switch.tsx';
import { TwoViews } from '#staff/differences/TwoViews.tsx';
import type { Side } from '#staff/differences/VersionChoice.tsx';

type Module = ActionOutput<'comparePageVersions'>['modules'][number];

type Props = {
  locale: Locale;
  /** The address of the draft in this language; null where it has none. */
  path: string | null;
  sides: { before: Side; after: Side };
  /** Whether each version is in this language. */
  has: { before: boolean; after: boolean };
  modules: readonly Module[];
  /** Counts changes of the draft: it is loaded again. */
  turn: number;
  /** The module to scroll to. */
  shown: { id: number } | null;
  head: (side: 'before' | 'after') => ReactNode;
};

const viewNames = { before: 'Before', after: 'After' } as const;

/** Two versions of a page beside each other, scrolled together, with the modules and words in which they differ marked. */
export function SideBySide(props: Props): ReactNode {
  const { locale, path, sides, has, modules, turn, shown, head } = props;
  const { width, widthSwitch } = useWidth();
  const [frames, setFrames] = useState<{ before: HTMLIFrameElement | null; after: HTMLIFrameElement | null }>({
    before: null,
    after: null,
  });
  useMarks(frames, modules, languageCodes[locale]);
  useEffect(() => {
    if (!shown) return;
    scrollToModule(
      [frames.before, frames.after].filter((frame) => frame !== null),
      shown.id,
    );
  }, [shown, frames]);
  const makeHref = (side: Side) => `${path ?? withLocale(locale, '/')}?draft=true&revision=${side}`;
  return (
    <TwoViews
      names={viewNames}
      head={widthSwitch}
      render={(name) => (
        <>
          {head(name)}
          {has[name] ? (
            <ScaledFrame
              key={sides[name] === 'draft' ? `draft ${turn}` : sides[name]}
              title={name === 'before' ? 'The version before' : 'The version after'}
              url={makeHref(sides[name])}
              width={width}
              onLoad={(frame) => {
                stayOnPage(frame);
                setFrames((known) => ({ ...known, [name]: frame }));
              }}
            />
          ) : (
            <p className="ed-history__absent">This version is not in {englishNames[locale]}.</p>
          )}
        </>
      )}
    />
  );
}

type Frames = { before: HTMLIFrameElement | null; after: HTMLIFrameElement | null };

function useMarks({ before, after }: Frames, modules: readonly Module[], language: string): void {
  useEffect(() => {
    for (const frame of [before, after]) if (frame) markModules(frame, modules);
    if (before && after) markWords(before, after, modules, language);
  }, [before, after, modules, language]);
  useEffect(() => (before && after ? scrollTogether(before, after) : undefined), [before, after]);
}
