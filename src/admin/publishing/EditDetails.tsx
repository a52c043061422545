import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { englishNames, languageCodes } from '#domain/locales.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { ListTable } from '../shell/ListTable.tsx';

type Edit = ActionOutput<'findPublish'>['edits'][number];
type ChangedRecord = Edit['records'][number];
type Field = ChangedRecord['fields'][number];

/** Who changed what, with old and new words. */
export function EditDetails({ edit }: { edit: Edit }): ReactNode {
  return (
    <section className="ed-panel">
      <h3 className="ed-builder__heading">{edit.who}</h3>
      <p className="ed-table__quiet">
        <Moment at={edit.madeAt} />
        {edit.takesBack === null ? null : (
          <>
            {' · '}
            <a href={adminPaths.publish(edit.takesBack)}>Takes a publish back</a>
          </>
        )}
      </p>
      {edit.records.map((record, index) => (
        <RecordChange key={index} record={record} />
      ))}
      {edit.further > 0 ? <p>And {describeCount(edit.further, 'more record')}, whose words are not kept.</p> : null}
      {edit.records.length === 0 && edit.further === 0 ? <p>Nothing that is written in words was changed.</p> : null}
    </section>
  );
}

const operationNames: Record<ChangedRecord['operation'], string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
};

/** A record with each field that differs; by which names the two sides go depends on what is told. */
export function RecordChange({
  record: { subject, operation, fields, omitted },
  sides = ['Before', 'After'],
}: {
  record: ChangedRecord;
  sides?: readonly [string, string];
}): ReactNode {
  return (
    <div className="ed-words">
      <h4 className="ed-words__subject">
        {subject} <span className="ed-words__how">{operationNames[operation]}</span>
      </h4>
      {fields.length > 0 ? (
        <ListTable
          label={`What has changed: ${subject}`}
          columns={['Field', sides[0], sides[1]]}
          className="ed-receipt"
        >
          {fields.map((field, index) => (
            <tr key={index}>
              <th scope="row">
                {field.label}
                {field.locale === null ? null : <small> {englishNames[field.locale]}</small>}
              </th>
              <td data-label={sides[0]}>
                <Words field={field} text={field.before} />
              </td>
              <td data-label={sides[1]}>
                <Words field={field} text={field.after} />
              </td>
            </tr>
          ))}
        </ListTable>
      ) : null}
      {omitted.length > 0 ? <p className="ed-table__quiet">Too long to be told: {omitted.join(', ')}.</p> : null}
    </div>
  );
}

/** A text in the language of its field, so that it has the right characters and is read aloud in that language. */
export function Words({ field, text }: { field: Pick<Field, 'locale'>; text: string | null }): ReactNode {
  if (text === null) return <span className="ed-versions__empty">empty</span>;
  return (
    <span className="ed-versions__text" lang={field.locale === null ? undefined : languageCodes[field.locale]}>
      {text}
    </span>
  );
}
