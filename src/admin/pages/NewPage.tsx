import { type ReactNode, useState } from 'react';
import type { ListedPage } from '#content/page-tree.ts';
import type { SiteId } from '#domain/sites.ts';
import { type ActionOutput, call } from '#editor/api.ts';
import { FormWindow } from '#editor/form/FormWindow.tsx';
import { LabeledField } from '#editor/form/LabeledField.tsx';
import { countWords } from '#editor/publishing/change-words.ts';
import { useCall } from '#editor/use-call.ts';
import { siteNames } from '#domain/site-names.ts';
import { type PageForm, formOf, namesOf } from './page-form.ts';
import { PageFields } from './PageFields.tsx';
import { type PageRow, rowsOf } from './page-rows.ts';
import { usePageForm } from './use-page-form.ts';

type Props = {
  site: SiteId;
  parentId: number | null;
  pages: readonly ListedPage[];
  /** Called with a page that the new one is to be a copy of, and what was typed for it. */
  onCopy: (page: { id: number; title: string; typed: PageForm }) => void;
  onClose: () => void;
};

/** Makes a page, empty or with a template, and goes on to its draft; or goes on to the copy of a page. */
export function NewPage({ site, parentId, pages, onCopy, onClose }: Props): ReactNode {
  const { form, element, change, send, ...state } = usePageForm(formOf(site, parentId, {}));
  const [start, setStart] = useState('');
  const { value: sections } = useCall('listSections', {});
  const rows = rowsOf(pages, '');
  const copied = rows.find(({ page }) => start === startWithPage(page.id));
  const template = sections?.find(({ id }) => start === String(id))?.id ?? null;
  const submit = async () => {
    if (copied) return onCopy({ id: copied.page.id, title: copied.title, typed: form });
    return send(
      () =>
        call('createPage', {
          site,
          parentId: form.parentId,
          locales: namesOf(form),
          ...(template === null ? {} : { sectionId: template }),
        }),
      ({ href }) => location.assign(href),
    );
  };
  const makes = template === null ? 'Create and add modules' : 'Create and open the draft';
  return (
    <FormWindow
      title={`New page on the ${siteNames[site]}`}
      size="small"
      form={element}
      action={state.isBusy ? 'Making the page …' : copied ? 'Next' : makes}
      {...{ isBusy: state.isBusy, failure: state.failure, hasInput: state.hasInput, onSubmit: submit, onClose }}
    >
      <Start {...{ rows, start, sections: sections ?? [] }} onStart={setStart} />
      {copied ? (
        <p className="ed-table__quiet">
          Titles and addresses come next: what you have typed, and else those of the page.
        </p>
      ) : (
        <>
          <PageFields {...{ form, pages, errors: state.errors }} onChange={change} />
          <p className="ed-table__quiet">
            {template === null ? 'It starts empty, as a draft.' : 'It starts with a copy of the template, as a draft.'}{' '}
            Visitors see it once you publish it.
          </p>
        </>
      )}
    </FormWindow>
  );
}

/** What names a page among what a new one starts with; a template is named by its number. */
const startWithPage = (id: number) => `page ${id}`;

type StartProps = {
  rows: readonly PageRow[];
  start: string;
  sections: ActionOutput<'listSections'>;
  onStart: (start: string) => void;
};

/** What the page starts with: nothing, a template, or everything that another page has. */
function Start({ rows, start, sections, onStart }: StartProps): ReactNode {
  return (
    <LabeledField
      label="Start with"
      help="“Save as template” in the menu of a page adds to these, as “Make a template” in its settings does"
    >
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={start}
          onChange={({ target }) => onStart(target.value)}
        >
          <option value="">An empty page</option>
          {sections.length > 0 ? (
            <optgroup label="Templates and saved sections">
              {sections.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {name} ({countWords(count, 'module')})
                </option>
              ))}
            </optgroup>
          ) : null}
          {rows.length > 0 ? (
            <optgroup label="A copy of a page, in all its languages">
              {rows.map(({ page, title, path }) => (
                <option key={page.id} value={startWithPage(page.id)}>
                  {title} ({path})
                </option>
              ))}
            </optgroup>
          ) : null}
        </select>
      )}
    </LabeledField>
  );
}
