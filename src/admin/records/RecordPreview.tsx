import { type ReactNode, useContext, useState } from 'react';
import { englishNames } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { ScaledFrame } from '#staff/preview/ScaledFrame.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { siteNames } from '#domain/site-names.ts';
import type { OpenedRecord } from '#view-model/records.ts';
import { WrittenLanguage } from '../fields/written-language.ts';

/** The widths that a page is looked at, in pixels. */
const widths = { Phone: 390, Tablet: 820, Desktop: 1440 } as const;
type Width = keyof typeof widths;
const names = getKeys(widths);

const frameTitle = 'Preview of the page';

type Preview = OpenedRecord['previews'][number];

const makeKey = ({ site, locale }: Preview) => `${site} ${locale}`;

/**
 * The record's own page with its draft, in the language that is written until another one is chosen: as a phone has it beside the form, loaded again after each save, and at every width in
 * a dialog. Nothing for kinds without pages.
 */
export function RecordPreview({ opened }: { opened: OpenedRecord }): ReactNode {
  const { previews } = opened;
  const [isOpen, setIsOpen] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  const { written } = useContext(WrittenLanguage);
  const [chosen, setChosen] = useState({ key: '', written });
  const shown =
    previews.find((preview) => chosen.written === written && makeKey(preview) === chosen.key) ??
    previews.find(({ locale }) => locale === written) ??
    previews[0];
  if (!shown) return null;
  // Frames of other sites have no session.
  const isHere = new URL(shown.url, location.href).origin === location.origin;
  const language = <Language previews={previews} shown={shown} onChoose={(key) => setChosen({ key, written })} />;
  return (
    <section className="ed-panel adm-preview" aria-labelledby="record-preview">
      <h2 className="ed-builder__heading" id="record-preview">
        Preview
      </h2>
      <div className="adm-preview__tools">
        {language}
        {isHere ? (
          <>
            <button
              type="button"
              className="ed-button ed-button--small"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'} the page
            </button>
            <button
              type="button"
              className="ed-button ed-button--small"
              aria-haspopup="dialog"
              onClick={() => setIsLarge(true)}
            >
              Large preview
            </button>
          </>
        ) : null}
        <NewTab url={shown.url} />
      </div>
      {isOpen && isHere ? (
        <ScaledFrame key={opened.draft?.savedAt ?? 'live'} title={frameTitle} url={shown.url} width={widths.Phone} />
      ) : null}
      <p className="ed-table__quiet">As it was last saved. What is not finished is shown as it is live.</p>
      {isLarge && isHere ? (
        <LargePreview url={shown.url} onClose={() => setIsLarge(false)}>
          {language}
        </LargePreview>
      ) : null}
    </section>
  );
}

function NewTab({ url }: { url: string }): ReactNode {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open in a new tab
    </a>
  );
}

type LanguageProps = { previews: readonly Preview[]; shown: Preview; onChoose: (key: string) => void };

function Language({ previews, shown, onChoose }: LanguageProps): ReactNode {
  if (previews.length < 2) return null;
  const hasSites = previews.some(({ site }) => site !== shown.site);
  return (
    <select
      className="ed-input ed-input--select"
      aria-label="Language of the preview"
      value={makeKey(shown)}
      onChange={(event) => onChoose(event.target.value)}
    >
      {previews.map((preview) => (
        <option key={makeKey(preview)} value={makeKey(preview)}>
          {englishNames[preview.locale]}
          {hasSites ? ` · ${siteNames[preview.site]}` : ''}
        </option>
      ))}
    </select>
  );
}

type LargeProps = { url: string; onClose: () => void; children: ReactNode };

/** The page over the whole window, at the width that its reader chooses. */
function LargePreview({ url, onClose, children }: LargeProps): ReactNode {
  const [width, setWidth] = useState<Width>(innerWidth < widths.Tablet ? 'Phone' : 'Desktop');
  return (
    <Dialog title="Preview" size="full" onClose={onClose}>
      <div className="adm-preview__bar">
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
        {children}
        <NewTab url={url} />
        <span className="ed-bar__grow" />
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Close
        </button>
      </div>
      <div className="adm-preview__wide">
        <ScaledFrame title={frameTitle} url={url} width={widths[width]} />
      </div>
    </Dialog>
  );
}
