import { type ReactNode, use } from 'react';
import { type KindName, capital, getKindNames } from '#kinds/registry.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import type { RecordId } from '#view-model/records.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { useTitle } from '../forms/use-title.ts';
import { listPath, listTitle } from '../shell/navigation.ts';
import { type LoadedKind, loadKind } from './load-kind.ts';
import { RecordForm } from './RecordForm.tsx';

/** A record in its form, at an address of its own. */
export default function RecordScreen({ kind, id }: { kind: KindName; id: RecordId | null }): ReactNode {
  const definition = use(loadKind(kind));
  return id === null ? (
    <RecordForm definition={definition} opened={null} />
  ) : (
    <Stored definition={definition} id={id} />
  );
}

function Stored({ definition, id }: { definition: LoadedKind; id: RecordId }): ReactNode {
  const { kind } = definition;
  const { value, failure, reload } = useCall('openRecord', { kind, id });
  useTitle(capital(getKindNames(kind).one));
  if (value) return <RecordForm definition={definition} opened={value} />;
  return (
    <main className="ed-screen__main">
      <h1 className="ed-screen__title">{capital(getKindNames(kind).one)}</h1>
      {failure ? (
        <>
          <Failure failure={failure} {...(failure.code === 'not-found' ? {} : { onRetry: reload })} />
          <p>
            <a href={listPath(kind)}>{listTitle(kind)}</a>
          </p>
        </>
      ) : (
        <div className="adm-form__skeleton" role="status" aria-label="Opening …">
          <span className="adm-skeleton" />
          <span className="adm-skeleton" />
          <span className="adm-skeleton adm-skeleton--tall" />
        </div>
      )}
    </main>
  );
}
