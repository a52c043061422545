import type { ReactNode } from 'react';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { getKindNames } from '#kinds/registry.ts';
import type { KindName } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import type { RecordId } from '#view-model/records.ts';
import type { ListView } from './list-view.ts';
import { viewInput } from './use-record-pages.ts';

type Props = {
  kind: KindName;
  view: ListView;
  total: number;
  onIds: (ids: readonly RecordId[]) => void;
};

/** Offered when all rows that are shown are chosen: everything that the list finds. */
export function ChooseAll({ kind, view, total, onIds }: Props): ReactNode {
  const { failure, isBusy, send } = useSend();
  const { many } = getKindNames(kind);
  if (total > sheetLimits.rows)
    return (
      <span className="ed-table__quiet">All can be chosen where there are at most {showNumber(sheetLimits.rows)}.</span>
    );
  return (
    <>
      <button
        type="button"
        className="ed-button ed-button--small"
        aria-disabled={isBusy ? true : undefined}
        onClick={() => void send(() => call('findRecordIds', viewInput(kind, view)), onIds)}
      >
        {isBusy ? 'Choosing …' : `Choose all ${showNumber(total)} ${many} that the list finds`}
      </button>
      {failure ? <Failure failure={failure} /> : null}
    </>
  );
}
