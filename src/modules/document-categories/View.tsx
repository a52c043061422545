import type { ReactNode } from 'react';
import { DocumentList } from '#ui/primitives/DocumentList.tsx';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { TitledPart } from '#ui/primitives/TitledPart.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { documentCategories } from './schema.ts';
import './document-categories.css';

/** As many rows as are read at a glance; the others open. */
const initialRows = 6;

/** Documents by category: data sheets, manuals, … */
export function View({ id, data, lists, context }: ViewProps<typeof documentCategories>): ReactNode {
  const { t } = context;
  const documents = data.source === 'manual' ? data.documents : getListItems('documents', lists['documents']);
  const groups = Map.groupBy(documents, (document) => document.typeLabel);
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="DOCUMENT_CATEGORIES" data={data} className="document-categories" context={context}>
      {[...groups].map(([type, ofType]) => (
        <TitledPart key={type} title={t(`documents.categories.${type}`)} level={level}>
          <DocumentList documents={ofType.slice(0, initialRows)} context={context} />
          {ofType.length > initialRows ? (
            <details className="document-categories__more">
              <summary>{t('documents.more', { number: ofType.length - initialRows })}</summary>
              <DocumentList documents={ofType.slice(initialRows)} context={context} />
            </details>
          ) : null}
        </TitledPart>
      ))}
    </ModuleSection>
  );
}
