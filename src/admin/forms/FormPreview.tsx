import { type ReactNode, useMemo } from 'react';
import { withExamples } from '#domain/forms/field-texts.ts';
import { completeField, fieldIn } from '#domain/forms/form-fields.ts';
import { languageCodes, type Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import { customForms } from '#modules/custom-forms/schema.ts';
import { followConditions } from '#ui/forms/form-dom.ts';
import { PreviewBoundary } from '#staff/preview/PreviewBoundary.tsx';
import { PreviewPane } from '#staff/preview/PreviewPane.tsx';
import { useView } from '#staff/preview/use-view.ts';
import type { FormDraft } from './form-draft.ts';

type Props = { draft: FormDraft; id: number | null; site: SiteId; locale: Locale };

/** The form as visitors see it, by the view that pages use. Its input is not sent. */
export function FormPreview({ draft, id, site, locale }: Props): ReactNode {
  const parts = useView({ site, locale }, 'CUSTOM_FORMS');
  const { data, words } = useMemo(() => {
    const examples = draft.fields.map(withExamples);
    const fields = examples.map(({ field }) => fieldIn(completeField(field), locale));
    const form = { id: id ?? 0, version: 0, title: draft.titles[locale] || draft.title, fields };
    const module = customForms.schema.parse({ form: 1, spaceLayoutTop: 'sm', spaceLayoutBottom: 'sm' });
    return { data: { ...module, form }, words: new Set(examples.flatMap((example) => example.words)) };
  }, [draft.fields, draft.title, draft.titles, id, locale]);
  return (
    <PreviewPane
      label="The form as visitors see it"
      examples={words}
      notice={
        draft.fields.length === 0 ? (
          <div className="ed-preview__placeholder">
            <p className="ed-preview__title">Nothing to see yet</p>
            <p>Add a first element, and it appears here.</p>
          </div>
        ) : null
      }
    >
      {parts && draft.fields.length > 0 ? (
        <PreviewBoundary attempt={data} fallback={<p>This form cannot be shown yet. Go on building.</p>}>
          <div lang={languageCodes[locale]} onInput={({ currentTarget }) => follow(currentTarget)}>
            <parts.View id={0} data={data} lists={{}} slots={{}} context={parts.context} />
          </div>
        </PreviewBoundary>
      ) : null}
    </PreviewPane>
  );
}

/** Shows fields by the answers. On a page the form's own script does so; a preview does not run it, because it would send. */
function follow(preview: HTMLElement): void {
  const form = preview.querySelector('form');
  if (form) followConditions(form);
}
