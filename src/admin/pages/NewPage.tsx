import { type ReactNode, useState } from 'react';
import type { ListedPage } from '#content/page-tree.ts';
import type { SiteId } from '#domain/sites.ts';
import { type ActionOutput, call } from '#editor/api.ts';
import { FormWindow } from '#editor/form/FormWindow.tsx';
import { LabeledField } from '#editor/form/LabeledField.tsx';
import { countWords } from '#editor/publishing/change-words.ts';
import { useCall } from '#editor/use-call.ts';
import { siteNames } from '#domain/site-names.ts';
import { formOf, namesOf } from './page-form.ts';
import { PageFields } from './PageFields.tsx';
import { rowsOf } from './page-rows.ts';
import { usePageForm } from './use-page-form.ts';

type Props = {
  site: SiteId;
  parentId: number | null;
  pages: readonly ListedPage[];
  /** Called with a page that the new one is to be a copy of. */
  onCopy: (page: { id: number; title: string }) => void;
  onClose: () => void;
};

/** Makes a page, empty or with a template, and goes on to its draft. */
export function NewPage({ site, parentId, pages, onCopy, onClose }: Props): ReactNode {
  const { form, element, change, send, ...state } = usePageForm(formOf(site, parentId, {}));
  const [template, setTemplate] = useState<number | null>(null);
  const { value: sections } = useCall('listSections', {});
  const submit = () =>
    send(
      () =>
        call('createPage', {
          site,
          parentId: form.parentId,
          locales: namesOf(form),
          ...(template === null ? {} : { sectionId: template }),
        }),
      ({ href }) => location.assign(href),
    );
  const makes = template === null ? 'Create and add modules' : 'Create and open the draft';
  return (
    <FormWindow
      title={`New page on the ${siteNames[site]}`}
      size="small"
      form={element}
      action={state.isBusy ? 'Making the page …' : makes}
      {...{ isBusy: state.isBusy, failure: state.failure, hasInput: state.hasInput, onSubmit: submit, onClose }}
    >
      <Start {...{ pages, template, sections: sections ?? [], onTemplate: setTemplate, onCopy }} />
      <PageFields {...{ form, pages, errors: state.errors }} onChange={change} />
      <p className="ed-table__quiet">
        {template === null ? 'It starts empty, as a draft.' : 'It starts with a copy of the template, as a draft.'}{' '}
        Visitors see it once you publish it.
      </p>
    </FormWindow>
  );
}

type StartProps = Pick<Props, 'pages' | 'onCopy'> & {
  template: number | null;
  sections: ActionOutput<'listSections'>;
  onTemplate: (id: number | null) => void;
};

/** What the page starts with: nothing, a template, or everything that another page has. */
function Start({ pages, template, sections, onTemplate, onCopy }: StartProps): ReactNode {
  const rows = rowsOf(pages, '');
  const choose = (value: string) => {
    const copied = rows.find(({ page }) => value === `page ${page.id}`);
    if (copied) onCopy({ id: copied.page.id, title: copied.title });
    else onTemplate(sections.find(({ id }) => value === String(id))?.id ?? null);
  };
  return (
    <LabeledField label="Start with" help="“Save as template” in the menu of a page adds to these">
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={template ?? ''}
          onChange={({ target }) => choose(target.value)}
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
                <option key={page.id} value={`page ${page.id}`}>
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
