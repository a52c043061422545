import { type ReactNode, useState } from 'react';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import type { SiteId } from '#domain/sites.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import { focusFirstError } from '#staff/controls/focus-soon.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { requiredMessage } from '#schema/fields.ts';
import { siteNames } from '#domain/site-names.ts';
import { type PageForm, toPageForm, toPageNames } from './page-form.ts';
import { PageFields } from './PageFields.tsx';
import { PageChoice } from './PageChoice.tsx';
import { buildPageRows } from './page-rows.ts';
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
  const { form, element, change, send, ...state } = usePageForm(toPageForm(site, parentId, {}));
  const [start, setStart] = useState('');
  const { value: sections } = useCall('listSections', {});
  const [isMissing, setMissing] = useState(false);
  const [copiedId, setCopied] = useState<number | null>(null);
  const rows = buildPageRows(pages, '');
  const isCopy = start === startWithCopy;
  const copied = isCopy ? rows.find(({ page }) => page.id === copiedId) : undefined;
  const template = sections?.find(({ id }) => start === String(id))?.id ?? null;
  const submit = async () => {
    if (isCopy) {
      if (copied) return onCopy({ id: copied.page.id, title: copied.title, typed: form });
      setMissing(true);
      return focusFirstError(element);
    }
    return send(
      () =>
        call('createPage', {
          site,
          parentId: form.parentId,
          locales: toPageNames(form),
          ...(template === null ? {} : { sectionId: template }),
        }),
      ({ href }) => location.assign(href),
    );
  };
  const makes = template === null ? 'Create and add modules' : 'Create and open the draft';
  return (
    <FormDialog
      title={`New page on the ${siteNames[site]}`}
      size="small"
      form={element}
      action={state.isBusy ? 'Making the page …' : isCopy ? 'Next' : makes}
      {...{ isBusy: state.isBusy, failure: state.failure, hasInput: state.hasInput, onSubmit: submit, onClose }}
    >
      <Start {...{ start, hasPages: rows.length > 0, sections: sections ?? [] }} onStart={setStart} />
      {isCopy ? (
        <>
          <PageChoice
            label="The page to copy"
            help="With its modules and texts in all its languages"
            error={isMissing ? requiredMessage : undefined}
            rows={rows}
            value={copiedId}
            none={null}
            onChange={(id) => {
              setCopied(id);
              setMissing(false);
            }}
          />
          <p className="ed-table__quiet">
            Titles and addresses come next: what you have typed, and else those of the page.
          </p>
        </>
      ) : (
        <>
          <PageFields {...{ form, pages, errors: state.errors }} onChange={change} />
          <p className="ed-table__quiet">
            {template === null ? 'It starts empty, as a draft.' : 'It starts with a copy of the template, as a draft.'}{' '}
            Visitors see it once you publish it.
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Names a copy among what a new page starts with; a template is named by its number. */
const startWithCopy = 'copy';

type StartProps = {
  start: string;
  hasPages: boolean;
  sections: ActionOutput<'listSections'>;
  onStart: (start: string) => void;
};

/** What the page starts with: nothing, a template, or everything that another page has. */
function Start({ start, hasPages, sections, onStart }: StartProps): ReactNode {
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
          {hasPages ? <option value={startWithCopy}>A copy of a page …</option> : null}
          {sections.length > 0 ? (
            <optgroup label="Templates and saved sections">
              {sections.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {name} ({describeCount(count, 'module')})
                </option>
              ))}
            </optgroup>
          ) : null}
        </select>
      )}
    </LabeledField>
  );
}
