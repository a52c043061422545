import { type ReactNode, useState } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { Locale } from '#domain/locales.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { LanguageTabs } from '#staff/controls/LanguageTabs.tsx';
import { closeHistory } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { labels } from '#staff/messages/labels.ts';
import { Differences } from './Differences.tsx';
import { SideBySide } from './SideBySide.tsx';
import { type Side, VersionChoice } from '#staff/differences/VersionChoice.tsx';
import { useRestore } from './use-restore.ts';

/** What was published of a page, any two versions beside each other, and the way back into the draft. */
export default function HistoryDialog({ state }: { state: EditorState }): ReactNode {
  const { pageId } = state;
  const versions = useCall('listPageVersions', { pageId });
  const discarded = useCall('listDiscardedPages', { pageId });
  const [chosen, setChosen] = useState<{ before: Side; after: Side } | null>(null);
  const [hasRestored, setRestored] = useState(false);
  const lines = versions.value;
  const thrownAway = discarded.value;
  const failed = versions.failure ? versions : discarded;
  // At first what a publish would change; for a draft that is live already, what the last publish has changed.
  const last = lines?.[0]?.id;
  const previous = lines?.[1]?.id;
  const differs = state.changes.length > 0 || hasRestored;
  const sides = chosen ?? {
    before: (differs ? last : previous) ?? last ?? thrownAway?.[0]?.id ?? 'draft',
    after: differs ? 'draft' : (last ?? 'draft'),
  };
  const close = () => {
    closeHistory();
    if (hasRestored) void refreshDraft();
  };
  return (
    <Dialog title={labels.history} size="full" onClose={close}>
      {lines && thrownAway ? (
        lines.length + thrownAway.length === 0 ? (
          <div className="ed-settings__wait">
            <p>
              This page was never published, so there is no version to compare it with. Each publish leaves one here.
            </p>
            <button type="button" className="ed-button" data-autofocus onClick={close}>
              Close
            </button>
          </div>
        ) : (
          <Compared
            {...{ state, sides, versions: lines, discarded: thrownAway }}
            onChoose={setChosen}
            onRestored={() => {
              setRestored(true);
              discarded.reload();
              setChosen({ ...sides, after: 'draft' });
            }}
            onClose={close}
          />
        )
      ) : (
        <div className="ed-settings__wait">
          {failed.failure ? (
            <Failure failure={failed.failure} onRetry={failed.reload} />
          ) : (
            <p role="status">Opening the history …</p>
          )}
          <button type="button" className="ed-button" onClick={close}>
            Close
          </button>
        </div>
      )}
    </Dialog>
  );
}

type ComparedProps = {
  state: EditorState;
  versions: Parameters<typeof VersionChoice>[0]['versions'];
  discarded: Parameters<typeof VersionChoice>[0]['discarded'];
  sides: { before: Side; after: Side };
  onChoose: (sides: { before: Side; after: Side }) => void;
  onRestored: () => void;
  onClose: () => void;
};

function Compared({ state, versions, discarded, sides, onChoose, onRestored, onClose }: ComparedProps): ReactNode {
  const { pageId } = state;
  const compared = useCall('comparePageVersions', { pageId, ...sides });
  const [locale, setLocale] = useState<Locale>(state.locale);
  const [shown, setShown] = useState<{ id: number } | null>(null);
  const comparison = compared.current;
  const restore = useRestore({
    pageId,
    from: sides.before,
    draft: comparison?.draft ?? null,
    onDone: () => {
      compared.reload();
      onRestored();
    },
  });
  const locales = comparison?.locales.map((one) => one.locale) ?? [state.locale];
  const has = comparison?.locales.find((one) => one.locale === locale) ?? { before: true, after: true };
  const modules = listModules(comparison, locale);
  const choice = (side: 'before' | 'after') => (
    <VersionChoice
      label={side === 'before' ? 'Before' : 'After'}
      {...{ versions, discarded, value: sides[side] }}
      onChange={(value) => onChoose({ ...sides, [side]: value })}
    />
  );
  return (
    <div className="ed-history">
      <div className="ed-history__main">
        <LanguageTabs
          locales={locales}
          chosen={locale}
          getNote={(one) => formatCount(comparison, one)}
          onChoose={setLocale}
        >
          <SideBySide
            key={`${sides.before} ${sides.after} ${locale}`}
            {...{ locale, sides, has, modules, shown }}
            path={state.paths[locale] ?? null}
            turn={comparison?.draft.last_save ?? 0}
            head={choice}
          />
        </LanguageTabs>
      </div>
      <Differences
        {...{ comparison, failure: compared.failure, locale, modules, restore }}
        onShow={(id) => setShown({ id })}
        onClose={onClose}
      />
    </div>
  );
}

type Comparison = ActionOutput<'comparePageVersions'>;

/** The modules that differ in a language. */
function listModules(comparison: Comparison | null, locale: Locale): Comparison['modules'] {
  return (comparison?.modules ?? []).filter(({ what, locales: own }) => what !== 'changed' || own.includes(locale));
}

/** How many differences are listed in a language; null for none. */
function formatCount(comparison: Comparison | null, locale: Locale): string | null {
  const hasSettings = comparison?.fields.some((field) => field.locale === locale && field.moduleId === null) ?? false;
  const count = listModules(comparison, locale).length + (hasSettings ? 1 : 0);
  return count === 0 ? null : String(count);
}
