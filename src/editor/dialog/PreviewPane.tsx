import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { keysOf } from '#domain/objects.ts';
import { ViewportWidth } from '#ui/sliders/viewport-width.ts';
import { PreviewFrame } from './PreviewFrame.tsx';

/** The widths that an editor looks at, in CSS pixels of the page. */
const widths = { Phone: 360, Tablet: 768, Desktop: 1280 } as const;
type WidthName = keyof typeof widths;
const widthNames = keysOf(widths);

type Props = {
  /** What is shown, for assistive technology. */
  label: string;
  notice?: ReactNode;
  /** What stands in it is not what the form says now. */
  isDim?: boolean;
  /** What the page would show; nothing while it is not known yet. */
  children: ReactNode;
};

/** What a page would show, at a width that the editor chooses. */
export function PreviewPane({ label, notice = null, isDim = false, children }: Props): ReactNode {
  // Where there is little room, a wide page would be too small to read.
  const [name, setName] = useState<WidthName>(() => (innerWidth < widths.Tablet ? 'Phone' : 'Desktop'));
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
              onChange={() => setName(option)}
            />
            <span>
              {option} <small>{widths[option]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {/* Scrolled by the arrow keys: nothing in it takes the focus before what it shows is there. */}
      <div className="ed-preview__scroll" role="group" aria-label={`${label}, scrollable`} tabIndex={0}>
        <div className="ed-preview__notice" role="status">
          {notice}
        </div>
        <div ref={pane} className={isDim ? 'ed-preview__pane ed-preview__pane--dim' : 'ed-preview__pane'}>
          {children && room > 0 ? (
            <PreviewFrame width={width} room={room} title={label}>
              {/* What looks at the width anew for each begins anew with it. */}
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
