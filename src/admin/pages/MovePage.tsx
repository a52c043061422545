import type { ReactNode } from 'react';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import type { PagePlace } from '#content/tree/read-page-place.ts';
import { getPageName } from '#domain/pages/page-name.ts';
import { call } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { whyFixed } from './fixed-address.ts';
import { toPageForm, toPageNames, listParents, withParent } from './page-form.ts';
import { PageFields } from './PageFields.tsx';
import { usePageForm } from './use-page-form.ts';

type Props = {
  id: number;
  title: string;
  pages: readonly ListedPage[];
  /** The page that is proposed as the one above; without it, it stays where it is. */
  to?: number | undefined;
  /** Called with the title and address of the draft, in the default language. */
  onDone: (draft: { title: string; path: string }) => void;
  onClose: () => void;
};

/** Renames and moves the draft of a page. */
export function MovePage(props: Props): ReactNode {
  const { id, title, onClose } = props;
  const { current: place, failure, reload } = useCall('findPagePlace', { pageId: id });
  if (place) return <MoveForm {...props} place={place} />;
  return (
    <Dialog title={`Rename or move “${title}”`} size="small" onClose={onClose}>
      {failure ? <Failure failure={failure} onRetry={reload} /> : <p role="status">Opening …</p>}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function MoveForm({ id, title, pages, to, place, onDone, onClose }: Props & { place: PagePlace }): ReactNode {
  const start = toPageForm(place.site, place.parentId, place.locales);
  const fixed = whyFixed(pages, id);
  const { form, element, change, send, ...state } = usePageForm(
    to === undefined || fixed !== null ? start : withParent(start, to, listParents(pages)),
  );
  const { lastSave } = place;
  const submit = () => {
    const locales = toPageNames(form);
    return send(
      () => call('changePage', { pageId: id, parentId: form.parentId, locales, lastSave }),
      () => onDone(getPageName(locales)),
    );
  };
  return (
    <FormDialog
      title={fixed === null ? `Rename or move “${title}”` : `Rename “${title}”`}
      size="small"
      form={element}
      action={state.isBusy ? 'Saving …' : 'Save in the draft'}
      {...{ isBusy: state.isBusy, failure: state.failure, hasInput: state.hasInput, onSubmit: submit, onClose }}
    >
      <PageFields {...{ form, pages, moved: id, fixed, errors: state.errors }} onChange={change} />
      <p className="ed-table__quiet">
        {fixed === null
          ? 'Visitors see it once you publish the page: its old address then leads to the new one. Pages below it move along, each in its own draft.'
          : 'Visitors see it once you publish the page.'}
      </p>
    </FormDialog>
  );
}
