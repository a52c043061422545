import { type ReactNode, use, useState } from 'react';
import { type Locale, englishNames, languageCodes, locales } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import { siteNames } from '#domain/site-names.ts';
import type { SiteId } from '#domain/sites.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { siteHere } from '#staff/calls/editor-site.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { FramePair } from '#staff/differences/FramePair.tsx';
import { useWidth } from '#staff/controls/Switch.tsx';
import { type Side, VersionChoice } from '#staff/differences/VersionChoice.tsx';
import { LanguageTabs } from '#staff/controls/LanguageTabs.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { OpenedRecord, RecordVersion } from '#view-model/records.ts';
import type { StoredFile } from '#view-model/stored-file.ts';
import { useMay } from '../shell/use-may.ts';
import { type LoadedKind, loadKind } from './load-kind.ts';
import type { NamedRecord } from '#staff/publishing/records-publishing.tsx';
import { RecordDifferences } from './RecordDifferences.tsx';
import { type RecordDifference, findRecordDifferences } from './record-differences.ts';
import { useRecordRestore } from './use-record-restore.ts';

type Props = { record: NamedRecord; onClose: () => void; onRestored: () => void };

/** Every version of a record that was live: any two of them, or the draft, beside each other, and the way back into the draft. */
export function VersionsDialog({ record, onClose, onRestored }: Props): ReactNode {
  const { kind, id, title } = record;
  const versions = useCall('recordVersions', { kind, id });
  const opened = useCall('openRecord', { kind, id });
  const discarded = useCall('listDiscardedRecords', { kind, id });
  const definition = use(loadKind(kind));
  const [hasRestored, setRestored] = useState(false);
  const failed = [versions, opened, discarded].find((each) => each.failure !== null) ?? null;
  const close = hasRestored ? onRestored : onClose;
  const hasPages = (versions.value ?? []).some(({ pages }) => pages.length > 0);
  return (
    <Dialog title={`Versions of “${title}”`} size={hasPages ? 'full' : 'medium'} onClose={close}>
      {versions.value && opened.value && discarded.value ? (
        <Versions
          {...{ record, definition, hasPages }}
          versions={versions.value}
          discarded={discarded.value}
          opened={opened.value}
          onRestored={() => {
            setRestored(true);
            opened.reload();
            discarded.reload();
          }}
          onClose={close}
        />
      ) : (
        <div className="ed-settings__wait">
          {failed?.failure ? (
            <Failure failure={failed.failure} onRetry={failed.reload} />
          ) : (
            <p role="status">Loading …</p>
          )}
          <button type="button" className="ed-button" onClick={close}>
            Close
          </button>
        </div>
      )}
    </Dialog>
  );
}

type Discarded = ActionOutput<'listDiscardedRecords'>[number];

type VersionsProps = {
  record: NamedRecord;
  definition: LoadedKind;
  versions: readonly RecordVersion[];
  discarded: readonly Discarded[];
  opened: OpenedRecord;
  hasPages: boolean;
  onRestored: () => void;
  onClose: () => void;
};

type Sides = { before: Side; after: Side };

function Versions({
  record,
  definition,
  versions,
  discarded,
  opened,
  hasPages,
  onRestored,
  onClose,
}: VersionsProps): ReactNode {
  const [chosen, setChosen] = useState<Sides | null>(null);
  const sides = chosen ?? firstSides(versions, discarded, opened);
  const [before, after] = [sides.before, sides.after].map((side) => shownAs(side, versions, discarded, opened));
  const mayEdit = useMay()('edit', { kind: record.kind });
  const { fields } = definition;
  const differences = before && after ? findRecordDifferences(fields, before.data, after.data) : null;
  const [picked, setLocale] = useState(() => firstLanguage(differences ?? []));
  const languages = locales.filter((one) =>
    [before, after].some((side) => side && listLanguages(side.data).includes(one)),
  );
  const locale = languages.find((one) => one === picked) ?? languages[0] ?? null;
  const restore = useRecordRestore({
    record,
    fields,
    from: mayEdit && sides.before !== 'draft' ? (before?.data ?? null) : null,
    fileOf: sides.before !== 'draft' && before?.file ? sides.before : null,
    opened,
    onDone: () => {
      setChosen({ ...sides, after: 'draft' });
      onRestored();
    },
  });
  const choice = (side: 'before' | 'after') => (
    <VersionChoice
      label={side === 'before' ? 'Before' : 'After'}
      discarded={discarded}
      versions={versions.map((version, index) => makeLine(version, index === 0 && opened.live !== null))}
      hasDraft={opened.draft !== null || sides[side] === 'draft'}
      value={sides[side]}
      onChange={(value) => setChosen({ ...sides, [side]: value })}
    />
  );
  const list = (
    <RecordDifferences
      files={findFiles(before ?? null, after ?? null)}
      differences={differences}
      locale={hasPages ? locale : null}
      languages={before ? listLanguages(before.data) : []}
      {...{ restore, onClose }}
    />
  );
  if (!hasPages || locale === null) {
    return (
      <div className="adm-compared">
        <div className="adm-compared__choices">
          {choice('before')}
          {choice('after')}
        </div>
        {list}
      </div>
    );
  }
  const count = (one: Locale) => (differences ?? []).filter((difference) => difference.locale === one).length;
  return (
    <div className="ed-history">
      <div className="ed-history__main">
        <LanguageTabs
          locales={languages}
          chosen={locale}
          getNote={(one) => (count(one) === 0 ? null : String(count(one)))}
          onChoose={setLocale}
        >
          <Pages {...{ locale, record, sides, choice }} before={before ?? null} after={after ?? null} />
        </LanguageTabs>
      </div>
      {list}
    </div>
  );
}

/** The language in which something differs, where nothing does in all of them. */
function firstLanguage(differences: readonly RecordDifference[]): Locale | null {
  return differences.some(({ locale }) => locale === null) ? null : (differences[0]?.locale ?? null);
}

function findFiles(before: Shown | null, after: Shown | null): { before: StoredFile; after: StoredFile } | null {
  const [was, is] = [before?.file, after?.file];
  return was && is && was.hash !== is.hash ? { before: was, after: is } : null;
}

type Shown = {
  data: JsonObject;
  /** The file of a medium; null for other records, and where it is not on record. */
  file: StoredFile | null;
  pages: readonly { site: SiteId; locale: Locale; path: string }[];
  /** Changes with each save of a draft: its page is loaded again. */
  turn: string;
};

type PagesProps = {
  locale: Locale;
  record: NamedRecord;
  sides: Sides;
  before: Shown | null;
  after: Shown | null;
  choice: (side: 'before' | 'after') => ReactNode;
};

const names = { before: 'The version before', after: 'The version after' } as const;

/** The page of the record in both versions. The frames of other sites have no session: its pages there are seen in their administration. */
function Pages({ locale, record: { kind, id }, sides, before, after, choice }: PagesProps): ReactNode {
  const { width, widthSwitch } = useWidth();
  const site = siteHere();
  const makeUrl = (side: Side, shown: Shown | null) => {
    const page = shown?.pages.find((one) => one.site === site && one.locale === locale);
    return page && shown
      ? `${page.path}?draft=true&version=${kind}:${id}:${side}&of=${encodeURIComponent(shown.turn)}`
      : null;
  };
  const describeAbsence = (side: Side, shown: Shown | null) => {
    if (typeof side === 'string' && side !== 'draft')
      return 'What was thrown away has no page to show. Everything in which it differs is in the list.';
    const elsewhere = shown?.pages.find((one) => one.locale === locale);
    return elsewhere
      ? `This version has no page on this site. It is shown in the administration of the ${siteNames[elsewhere.site]}.`
      : `This version has no page in ${englishNames[locale]}.`;
  };
  return (
    <FramePair
      key={locale}
      names={names}
      urls={{ before: makeUrl(sides.before, before), after: makeUrl(sides.after, after) }}
      absent={{ before: describeAbsence(sides.before, before), after: describeAbsence(sides.after, after) }}
      language={languageCodes[locale]}
      width={width}
      head={widthSwitch}
      renderTop={choice}
    />
  );
}

/** At first what a publish would change; without a draft what the last publish has changed. */
function firstSides(
  versions: readonly RecordVersion[],
  [discarded]: readonly Discarded[],
  { draft }: OpenedRecord,
): Sides {
  const [last, previous] = versions.filter(({ data }) => data !== null).map(({ number }) => number);
  if (draft) return { before: last ?? discarded?.id ?? 'draft', after: 'draft' };
  return { before: previous ?? last ?? 'draft', after: last ?? 'draft' };
}

function shownAs(
  side: Side,
  versions: readonly RecordVersion[],
  discarded: readonly Discarded[],
  { draft, live, file, previews }: OpenedRecord,
): Shown | null {
  if (typeof side === 'string' && side !== 'draft') {
    const thrown = discarded.find(({ id }) => id === side);
    return thrown?.data ? { data: thrown.data, file: thrown.file, pages: [], turn: '' } : null;
  }
  if (side !== 'draft') {
    const version = versions.find(({ number }) => number === side);
    return version?.data ? { ...version, data: version.data, turn: '' } : null;
  }
  const data = draft?.data ?? live;
  const pages = previews.map(({ site, locale, url }) => ({ site, locale, path: new URL(url).pathname }));
  return data && { data, file: draft?.file ?? file, pages, turn: draft?.savedAt ?? '' };
}

function makeLine({ number, data, madeAt, madeBy, receipt, takesBack, release }: RecordVersion, isLive: boolean) {
  const isGone = data === null;
  return { id: number, at: madeAt, by: madeBy, receipt, takes_back: takesBack, release, is_live: isLive, isGone };
}

function listLanguages({ localized }: JsonObject): Locale[] {
  return locales.filter((locale) => isRecord(localized) && locale in localized);
}
