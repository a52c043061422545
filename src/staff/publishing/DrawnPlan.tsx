import { readablePath } from '#domain/addresses/readable-path.ts';
import { type ReactNode, useState } from 'react';
import { englishNames, languageCodes } from '#domain/locales.ts';
import { siteNames } from '#domain/site-names.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { siteHere } from '../calls/editor-site.ts';
import { LabeledField } from '../fields/LabeledField.tsx';
import { FramePair } from '../differences/FramePair.tsx';
import { useWidth } from '../controls/Switch.tsx';
import type { Plan } from './ChangeGroups.tsx';

type Entry = Plan['entries'][number];
type Props = {
  entries: readonly Entry[];
  /** What is published, as the addresses of the frames say it. */
  query: string;
  onClose: () => void;
};

const sideNames = { before: 'As it is live', after: 'Once it is published' } as const;

/** Pages that will change, each before and after beside each other, with the words that differ marked. */
export default function DrawnPlan({ entries, query, onClose }: Props): ReactNode {
  const [index, setIndex] = useState(0);
  const { width, widthSwitch } = useWidth();
  const shown = entries[index];
  return (
    <Dialog title="Before and after" size="full" onClose={onClose}>
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
                    {`${readablePath(entry.path)} · ${englishNames[entry.locale]} · ${siteNames[entry.site]}`}
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
    </Dialog>
  );
}

/** The frames of other sites have no session, so their pages are seen in the editor of their own site. */
function Pair({ query, entry, width }: Pick<Props, 'query'> & { entry: Entry; width: number }): ReactNode {
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
  const makeUrl = (side: 'before' | 'after', path = entry.path) => `${path}?draft=true&${query}&side=${side}`;
  return (
    <FramePair
      names={sideNames}
      urls={{
        before: entry.change === 'new' ? null : makeUrl('before', entry.from),
        after: entry.change === 'removed' ? null : makeUrl('after'),
      }}
      absent={{ before: 'There is no such page yet.', after: 'The page is gone.' }}
      language={languageCodes[entry.locale]}
      width={width}
      renderTop={(side) => <p className="ed-drawn__side">{sideNames[side]}</p>}
    />
  );
}
