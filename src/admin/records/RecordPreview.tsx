import { type ReactNode, useEffect, useRef, useState } from 'react';
import { englishNameOf } from '#domain/locales.ts';
import type { OpenedRecord } from '#view-model/records.ts';

/** The widths that a page is looked at, in pixels. */
const widths = { Phone: 390, Tablet: 820, Desktop: 1440 } as const;
type Width = keyof typeof widths;
const names: readonly Width[] = ['Phone', 'Tablet', 'Desktop'];
const height = 900;

/** The record's own page with its draft, as wide as a device has it; loaded again after each save. Nothing for kinds without pages. */
export function RecordPreview({ opened }: { opened: OpenedRecord }): ReactNode {
  const previews = opened.previews;
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const [width, setWidth] = useState<Width>('Phone');
  const shown = previews.find(({ site, locale }) => `${site} ${locale}` === chosen) ?? previews[0];
  if (!shown) return null;
  // Frames of other sites have no session.
  const isHere = new URL(shown.url, location.href).origin === location.origin;
  return (
    <section className="ed-panel adm-preview" aria-labelledby="record-preview">
      <h2 className="ed-builder__heading" id="record-preview">
        Preview
      </h2>
      <div className="adm-preview__tools">
        {previews.length > 1 ? (
          <select
            className="ed-input"
            aria-label="Language of the preview"
            value={`${shown.site} ${shown.locale}`}
            onChange={(event) => setChosen(event.target.value)}
          >
            {previews.map(({ site, locale }) => (
              <option key={`${site} ${locale}`} value={`${site} ${locale}`}>
                {englishNameOf[locale]}
                {previews.some((other) => other.site !== site) ? ` · ${site}` : ''}
              </option>
            ))}
          </select>
        ) : null}
        {isHere ? (
          <button
            type="button"
            className="ed-button ed-button--small"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} the page
          </button>
        ) : null}
        <a href={shown.url} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
      </div>
      {isOpen && isHere ? (
        <>
          <div className="adm-preview__widths" role="group" aria-label="Width of the preview">
            {names.map((name) => (
              <button
                key={name}
                type="button"
                className="ed-button ed-button--small"
                aria-pressed={width === name}
                onClick={() => setWidth(name)}
              >
                {name}
              </button>
            ))}
          </div>
          <Frame key={opened.draft?.savedAt ?? 'live'} url={shown.url} width={widths[width]} />
        </>
      ) : null}
      <p className="ed-table__quiet">As it was last saved. What is not finished is shown as it is live.</p>
    </section>
  );
}

/** A page at a width, made as small as there is room. */
function Frame({ url, width }: { url: string; width: number }): ReactNode {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  const style = { width, height: height / scale, transform: `scale(${scale})` };
  return (
    <div ref={room} className="adm-preview__room" style={{ height }}>
      {/* A page of this site, with its own scripts and session: a sandbox would hold nothing back. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe title="Preview of the page" src={url} style={style} />
    </div>
  );
}
