import { type ReactNode, useEffect, useState } from 'react';
import { englishNameOf, languageOf } from '#domain/locales.ts';
import { type CallFailure, call } from '#editor/api.ts';
import { ReadableValue } from '#editor/dialog/ReadableValue.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { ChangedWords } from '#editor/history/ChangedWords.tsx';
import { useCall } from '#editor/use-call.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { type LoadedKind, loadKind } from './load-kind.ts';
import type { NamedRecord } from './PublishRecords.tsx';
import { type RecordDifference, findRecordDifferences, withValueOf } from './record-differences.ts';

type Props = { record: NamedRecord; data: JsonObject; onRestored: () => void };

/** What differs between a version of a record and its draft, or else what is live, field by field; each can be put back into the draft. */
export function RecordComparison({ record: { kind, id }, data, onRestored }: Props): ReactNode {
  const opened = useCall('openRecord', { kind, id });
  const definition = useKind(kind);
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const now = opened.value?.draft?.data ?? opened.value?.live ?? null;
  if (opened.failure) return <Failure failure={opened.failure} onRetry={opened.reload} />;
  if (!definition || now === null) return <p role="status">Comparing …</p>;
  const differences = findRecordDifferences(definition.fields, data, now);
  const putBack = async ({ path }: RecordDifference) => {
    if (isBusy) return;
    setBusy(true);
    const base = opened.value?.draft?.savedAt ?? null;
    const answer = await call('saveRecord', { kind, id, data: withValueOf(now, data, path), base });
    setBusy(false);
    if (!answer.ok) return setRefused(answer.failure);
    onRestored();
  };
  return (
    <div className="adm-versions__compared">
      <p className="ed-table__quiet">
        {differences.length === 0
          ? 'Nothing differs from it now.'
          : `From this version to ${opened.value?.draft ? 'the draft' : 'what is live'} now:`}
      </p>
      {refused ? <Failure failure={refused} /> : null}
      <ul className="ed-history__fields">
        {differences.map((difference) => (
          <li key={difference.path.join('/')}>
            <span className="ed-history__label">{labelOf(difference)}</span>
            <Values difference={difference} />
            <button
              type="button"
              className="ed-button ed-button--small"
              aria-disabled={isBusy ? true : undefined}
              onClick={() => void putBack(difference)}
            >
              Bring back<span className="visually-hidden">: {labelOf(difference)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useKind(kind: NamedRecord['kind']): LoadedKind | null {
  const [definition, setDefinition] = useState<LoadedKind | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadKind(kind).then((found) => {
      if (isCurrent) setDefinition(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind]);
  return definition;
}

function labelOf({ field, locale }: RecordDifference): string {
  return locale === null ? field.label : `${field.label}, ${englishNameOf[locale]}`;
}

/** Texts with the words that differ marked; anything else before and after. */
function Values({ difference: { field, locale, before, after } }: { difference: RecordDifference }): ReactNode {
  const isText = [before, after].every((value) => value === undefined || value === null || typeof value === 'string');
  if (isText && field.widget !== 'reference' && field.widget !== 'select') {
    const language = languageOf[locale ?? 'en'];
    return (
      <p lang={language}>
        <ChangedWords before={textOf(before)} after={textOf(after)} language={language} />
      </p>
    );
  }
  return (
    <div className="adm-versions__sides">
      <del>
        <ReadableValue field={field} value={before} />
      </del>
      <ins>
        <ReadableValue field={field} value={after} />
      </ins>
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
