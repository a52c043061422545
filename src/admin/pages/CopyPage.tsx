import { type ReactNode, useState } from 'react';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import type { PagePlace } from '#content/tree/read-page-place.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { call } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { type PageForm, copiedNames, toPageForm, toPageNames, listParents, withTyped } from './page-form.ts';
import { PageFields } from './PageFields.tsx';
import { usePageForm } from './use-page-form.ts';

type Props = {
  id: number;
  title: string;
  site: SiteId;
  /** What was typed before it was to be a copy; null for nothing. */
  typed: PageForm | null;
  onClose: () => void;
};

/** Makes a page with everything that the draft of another has, on its site or another one, and goes on to its draft. */
export function CopyPage({ id, title, site, typed, onClose }: Props): ReactNode {
  const [target, setTarget] = useState(site);
  const place = useCall('findPagePlace', { pageId: id });
  const tree = useCall('listSitePages', { site: target });
  if (place.current && tree.current)
    return (
      <CopyForm
        key={target}
        {...{ id, title, typed, target, onClose }}
        place={place.current}
        pages={tree.current.pages}
        onTarget={setTarget}
      />
    );
  const failed = [place, tree].find(({ failure }) => failure);
  return (
    <Dialog title={`Copy “${title}”`} size="small" onClose={onClose}>
      {failed?.failure ? <Failure failure={failed.failure} onRetry={failed.reload} /> : <p role="status">Opening …</p>}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

type FormProps = Omit<Props, 'site'> & {
  place: PagePlace;
  target: SiteId;
  pages: readonly ListedPage[];
  onTarget: (site: SiteId) => void;
};

function CopyForm({ id, title, typed, place, target, pages, onTarget, onClose }: FormProps): ReactNode {
  const isSameSite = target === place.site;
  const untouched = toPageForm(target, isSameSite ? place.parentId : null, copiedNames(place.locales, isSameSite));
  const first = typed ? withTyped(untouched, typed, listParents(pages)) : untouched;
  const { form, element, change, send, ...state } = usePageForm(first, untouched);
  const submit = () =>
    send(
      () => call('copyPage', { pageId: id, site: target, parentId: form.parentId, locales: toPageNames(form) }),
      ({ href }) => location.assign(href),
    );
  return (
    <FormDialog
      title={`Copy “${title}”`}
      size="small"
      form={element}
      action={state.isBusy ? 'Copying …' : 'Copy and open the draft'}
      {...{ isBusy: state.isBusy, failure: state.failure, hasInput: state.hasInput, onSubmit: submit, onClose }}
    >
      <LabeledField label="To the site">
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={target}
            onChange={(event) => onTarget(siteIds.find((each) => each === event.target.value) ?? target)}
          >
            {siteIds.map((each) => (
              <option key={each} value={each}>
                {siteNames[each]}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <PageFields {...{ form, pages, errors: state.errors }} onChange={change} />
      <p className="ed-table__quiet">
        It has the modules and texts of the draft in all languages of the site. Visitors see it once you publish it.
      </p>
    </FormDialog>
  );
}
