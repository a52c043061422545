import { type ReactNode, useState } from 'react';
import { type SiteId, isSiteId, siteIds } from '#domain/sites.ts';
import { call } from '#staff/calls/api.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { siteNames } from '#domain/site-names.ts';
import { useSending } from '../use-sending.ts';
import { describeRepublished } from '#admin/messages/republished.ts';

type Props = { site: SiteId; onDone: (message: string) => void; onClose: () => void };

/** Draws and writes the page at an address once more. */
export function RebuildDialog({ site: shown, onDone, onClose }: Props): ReactNode {
  const [site, setSite] = useState(shown);
  const [path, setPath] = useState('');
  const { element, errors, failure, isBusy, send } = useSending();
  return (
    <FormDialog
      title="Rebuild a page"
      size="small"
      form={element}
      action={isBusy ? 'Rebuilding …' : 'Rebuild'}
      hasInput={() => false}
      onSubmit={() =>
        send(
          () => call('rebuildPage', { site, path }),
          (republished) => onDone(describeRepublished(republished, path.trim())),
        )
      }
      {...{ isBusy, failure, onClose }}
    >
      <p>The page is drawn and written once more, even where nothing has changed.</p>
      <LabeledField label="Site">
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={site}
            onChange={({ target }) => isSiteId(target.value) && setSite(target.value)}
          >
            {siteIds.map((id) => (
              <option key={id} value={id}>
                {siteNames[id]}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <LabeledField label="Address" required error={errors['path']} help="As visitors see it, e.g. /products">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            data-autofocus
            value={path}
            onChange={({ target }) => setPath(target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
