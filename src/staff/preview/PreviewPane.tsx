import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { getKeys } from '#domain/objects.ts';
import { ViewportWidth } from '#ui/sliders/viewport-width.ts';
import { type PreviewFields, PreviewFrame } from './PreviewFrame.tsx';

/** The widths that an editor looks at, in CSS pixels of the page. */
const widths = { Phone: 360, Tablet: 768, Desktop: 1280 } as const;
type WidthName = keyof typeof widths;
const widthNames = getKeys(widths);

/** The widest that is not too small to read where there is so much room. */
function readableIn(room: number): WidthName {
  if (innerWidth < widths.Tablet) return 'Phone';
  return widthNames.findLast((name) => widths[name] * 0.4 <= room) ?? 'Phone';
}

type Props = {
  /** The accessible name of what is shown. */
  label: string;
  notice?: ReactNode;
  /** The content is outdated. */
  isDim?: boolean;
  /** Texts in it that are examples, which are marked. */
  examples?: ReadonlySet<string>;
  /** The fields whose texts are in it. */
  fields?: PreviewFields;
  /** It is what is around a page and not its content: no main part, and menus are closed at first. */
  isAround?: true;
  /** The preview; empty while it is not available. */
  children: ReactNode;
};

/** A preview of a page, at a width that the editor chooses. */
export function PreviewPane({
  label,
  notice = null,
  isDim = false,
  examples,
  fields,
  isAround,
  children,
}: Props): ReactNode {
  const [chosen, setChosen] = useState<WidthName | null>(null);
  const group = useId();
  const pane = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const name = chosen ?? readableIn(room);
  const width = widths[name];
  return (
    <section className="ed-preview" aria-label="Preview">
      <fieldset className="ed-widths">
        <legend className="ed-widths__legend">Preview width</legend>
        {widthNames.map((option) => (
          <label key={option} className="ed-widths__option">
            <input
              type="radio"
              name={group}
              value={option}
              checked={name === option}
              onChange={() => setChosen(option)}
            />
            <span>
              {option} <small>{widths[option]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {/* Focusable, so that the arrow keys scroll it: the preview itself has nothing focusable at first. */}
      <div className="ed-preview__scroll" role="group" aria-label={`${label}, scrollable`} tabIndex={0}>
        <div className="ed-preview__notice" role="status">
          {notice}
        </div>
        <div ref={pane} className={isDim ? 'ed-preview__pane ed-preview__pane--dim' : 'ed-preview__pane'}>
          {children && room > 0 ? (
            <PreviewFrame width={width} room={room} title={label} {...{ examples, fields, isAround }}>
              {/* Views that read the width once are mounted again for each width. */}
              <ViewportWidth key={width} value={width}>
                {children}
              </ViewportWidth>
            </PreviewFrame>
          ) : null}
        </div>
      </div>
    </section>
  );
}
