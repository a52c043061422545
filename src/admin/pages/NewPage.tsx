import type { ReactNode } from 'react';
import type { ListedPage } from '#content/page-tree.ts';
import type { SiteId } from '#domain/sites.ts';
import { call } from '#editor/api.ts';
import { FormWindow } from '#editor/form/FormWindow.tsx';
import { siteNames } from '#domain/site-names.ts';
import { formOf, namesOf } from './page-form.ts';
import { PageFields } from './PageFields.tsx';
import { usePageForm } from './use-page-form.ts';

type Props = { site: SiteId; parentId: number | null; pages: readonly ListedPage[]; onClose: () => void };

/** Makes a page, and goes on to its draft, where modules are added. */
export function NewPage({ site, parentId, pages, onClose }: Props): ReactNode {
  const { form, element, change, send, ...state } = usePageForm(formOf(site, parentId, {}));
  const submit = () =>
    send(
      () => call('createPage', { site, parentId: form.parentId, locales: namesOf(form) }),
      ({ href }) => location.assign(href),
    );
  return (
    <FormWindow
      title={`New page on the ${siteNames[site]}`}
      size="small"
      form={element}
      action={state.isBusy ? 'Making the page …' : 'Create and add modules'}
      {...{ isBusy: state.isBusy, failure: state.failure, hasInput: state.hasInput, onSubmit: submit, onClose }}
    >
      <PageFields {...{ form, pages, errors: state.errors }} onChange={change} />
      <p className="ed-table__quiet">It starts empty, as a draft. Visitors see it once you publish it.</p>
    </FormWindow>
  );
}
