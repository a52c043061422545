import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useWatch } from 'react-hook-form';
import type { EditorState } from '#server/editor/editor-state.ts';
import { getDefinition } from '#modules/definitions.ts';
import { type EditorField, fillIn } from '#schema/editor-fields.ts';
import { withPlaceholders } from '#schema/placeholders.ts';
import { listTexts } from '#schema/list-texts.ts';
import { readDraftSlots } from './draft-slots.ts';
import type { FormModule } from '#staff/form/form-module.ts';
import { PreviewBoundary } from '#staff/preview/PreviewBoundary.tsx';
import { PreviewPane } from '#staff/preview/PreviewPane.tsx';
import { type Prepared, preparePreview } from './prepare-preview.ts';
import { ResolvedRecords } from './resolved-records.ts';
import { useView } from '#staff/preview/use-view.ts';

type Props = {
  state: EditorState;
  module: FormModule;
  fields: readonly EditorField[];
  /** The field with the focus, whose text is marked. */
  focused: string | null;
  /** A text was clicked on. */
  onPick: (path: string) => void;
};
type Ready = Extract<Prepared, { status: 'ready' }>;

/**
 * The module as the page would show it with the current values of the form: rendered in the browser by its own view, without
 * a request, except for records and lists that are not cached yet.
 */
export function LivePreview({ state, module, fields, focused, onPick }: Props): ReactNode {
  const [records] = useState(() => new ResolvedRecords(state));
  const parts = useView(state, module.type);
  const { values, words } = withPlaceholders(
    fields,
    fillIn(fields, useWatch()),
    getDefinition(module.type).placeholders,
  );
  const answers = useSyncExternalStore(records.subscribe, records.answers);
  const key = JSON.stringify(values);
  const prepared = useMemo(
    () => preparePreview(module.type, fields, values, records),
    // The values are new objects each time: `key` compares their content, and `answers` changes with the records.
    // oxlint-disable-next-line react/exhaustive-deps
    [module.type, fields, records, key, answers],
  );
  useEffect(() => {
    if (prepared.status === 'loading') records.request(prepared.references, prepared.lists, prepared.quotes);
  }, [prepared, records]);

  // The last valid values stay on screen while the current ones cannot be shown.
  const [last, setLast] = useState<Ready | null>(null);
  if (prepared.status === 'ready' && prepared !== last) setLast(prepared);
  const shown = prepared.status === 'ready' ? prepared : prepared.status === 'empty' ? null : last;

  const [slots] = useState(() => (module.id === null ? {} : readDraftSlots(module.id, state.modules)));
  const notice = findNotice(prepared, records, words.size > 0);
  return (
    <PreviewPane
      label="The module with your changes"
      notice={notice ? <Notice {...notice} /> : null}
      isDim={prepared.status !== 'ready' && shown !== null}
      examples={words}
      fields={{ written: listTexts(fields, values), focused, onPick }}
    >
      {parts && shown ? (
        <PreviewBoundary
          attempt={shown}
          fallback={<p className="container">These values cannot be shown yet. Go on typing.</p>}
        >
          <parts.View id={module.id ?? 0} data={shown.data} lists={shown.lists} slots={slots} context={parts.context} />
        </PreviewBoundary>
      ) : null}
    </PreviewPane>
  );
}

type NoticeProps = { title: string; lines: readonly string[] };

function findNotice(prepared: Prepared, { problem }: ResolvedRecords, hasExamples: boolean): NoticeProps | null {
  switch (prepared.status) {
    case 'ready':
      return hasExamples
        ? { title: 'Marked words are examples', lines: ['Write your own: examples are not saved.'] }
        : null;
    case 'loading':
      return problem === null ? null : { title: 'The preview waits', lines: [problem] };
    case 'incomplete':
      return { title: 'Almost there', lines: prepared.hints };
    case 'empty':
      return { title: 'Shows nothing yet', lines: [prepared.hint] };
    case 'broken':
      return {
        title: 'No preview yet',
        lines: ['What is stored here does not fit this module any more. Complete the form, and it appears.'],
      };
  }
}

function Notice({ title, lines }: NoticeProps): ReactNode {
  return (
    <div className="ed-preview__placeholder">
      <p className="ed-preview__title">{title}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
