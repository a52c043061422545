import { type ReactNode, useEffect, useRef } from 'react';
import { type Locale, englishNames, languageCodes } from '#domain/locales.ts';
import type { ActionOutput, CallFailure } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { ChangedWords } from '#staff/differences/ChangedWords.tsx';
import type { Restore } from './use-restore.ts';

type Comparison = ActionOutput<'comparePageVersions'>;
type Module = Comparison['modules'][number];
type Field = Comparison['fields'][number];

type Props = {
  comparison: Comparison | null;
  failure: CallFailure | null;
  locale: Locale;
  modules: readonly Module[];
  restore: Restore;
  /** Scrolls to a module. */
  onShow: (moduleId: number) => void;
  onClose: () => void;
};

const whatLabels = { added: 'Added', removed: 'Removed', moved: 'Moved', changed: 'Changed' } as const;

/** What differs between two versions in a language, each with the way to bring it back into the draft. */
export function Differences({ comparison, failure, locale, modules, restore, onShow, onClose }: Props): ReactNode {
  const fields = comparison?.fields.filter((field) => field.locale === locale) ?? [];
  const settings = fields.filter(({ moduleId }) => moduleId === null);
  const has = comparison?.locales.find((one) => one.locale === locale);
  const isSame = comparison !== null && has?.before === has?.after && modules.length + settings.length === 0;
  /** In any language. */
  const differs = comparison !== null && comparison.modules.length + comparison.fields.length > 0;
  const list = useRef<HTMLDivElement>(null);
  // What was brought back is no difference any more, and its button is gone.
  useEffect(() => {
    const isDone = restore.done !== null && comparison !== null;
    if (isDone && document.activeElement === document.body) list.current?.focus();
  }, [restore.done, comparison]);
  return (
    <section className="ed-history__list" aria-label="Differences">
      <div
        ref={list}
        className="ed-history__scroll"
        tabIndex={0}
        role="group"
        aria-label="List of differences, scrollable"
      >
        <h3>{formatTitle(comparison, modules.length + (settings.length > 0 ? 1 : 0), locale)}</h3>
        {has && has.before !== has.after ? (
          <p>
            The page was {has.after ? 'put into' : 'taken out of'} {englishNames[locale]}.
          </p>
        ) : null}
        {failure ? <Failure failure={failure} /> : null}
        {restore.failure ? <Failure failure={restore.failure} /> : null}
        <p role="status">{restore.done}</p>
        {isSame && differs ? <p>Look at the other languages: their numbers are in the tabs.</p> : null}
        {settings.length > 0 ? <Settings {...{ fields: settings, restore }} /> : null}
        <ol className="ed-history__modules">
          {modules.map((module) => (
            <ModuleItem
              key={`${module.what} ${module.id}`}
              {...{ module, restore, onShow }}
              fields={module.what === 'changed' ? fields.filter(({ moduleId }) => moduleId === module.id) : []}
            />
          ))}
        </ol>
      </div>
      <Foot {...{ comparison, locale, restore, onClose }} />
    </section>
  );
}

function formatTitle(comparison: Comparison | null, count: number, locale: Locale): string {
  if (comparison === null) return 'Comparing …';
  if (count === 0) return `No difference in ${englishNames[locale]}`;
  return `${count.toLocaleString('en')} ${count === 1 ? 'difference' : 'differences'} in ${englishNames[locale]}`;
}

function Foot({
  comparison,
  locale,
  restore,
  onClose,
}: Pick<Props, 'comparison' | 'locale' | 'restore' | 'onClose'>): ReactNode {
  const before = comparison?.locales.find((one) => one.locale === locale)?.before ?? false;
  const name = englishNames[locale];
  return (
    <div className="ed-history__foot">
      {restore.isPossible ? (
        <>
          <p className="ed-dialog__note">
            What you bring back goes into the draft, as the version before has it. Nothing is live until you publish.
          </p>
          <BringBack
            part={{ what: 'all' }}
            done="The draft is this version now, in every language."
            {...{ restore }}
            label="Bring back all of it"
          />
          {before ? (
            <BringBack
              part={{ what: 'language', locale }}
              done={`The ${name} texts are back in the draft.`}
              {...{ restore }}
              label={`Bring back the ${name} texts`}
            />
          ) : null}
        </>
      ) : null}
      <button type="button" className="ed-button" data-autofocus onClick={onClose}>
        Close
      </button>
    </div>
  );
}

type BringProps = {
  part: Parameters<Restore['bringBack']>[0];
  /** What is said once it is done. */
  done: string;
  restore: Restore;
  label: string;
  /** What it is of, for those who do not see where the button stands. */
  of?: string;
  isSmall?: boolean;
};

function BringBack({ part, done, restore, label, of, isSmall = false }: BringProps): ReactNode {
  if (!restore.isPossible) return null;
  return (
    <button
      type="button"
      className={isSmall ? 'ed-button ed-button--small' : 'ed-button'}
      aria-disabled={restore.isBusy ? true : undefined}
      onClick={() => void restore.bringBack(part, done)}
    >
      {label}
      {of === undefined ? null : <span className="ed-unseen">: {of}</span>}
    </button>
  );
}

function Settings({ fields, restore }: { fields: readonly Field[]; restore: Restore }): ReactNode {
  return (
    <div className="ed-history__item">
      <p className="ed-history__name">
        <span className="ed-history__what">Changed</span> Page settings
      </p>
      <FieldList {...{ fields, restore, name: 'Page settings' }} />
    </div>
  );
}

type ItemProps = { module: Module; fields: readonly Field[]; restore: Restore; onShow: (id: number) => void };

function ModuleItem({ module: { id, name, what }, fields, restore, onShow }: ItemProps): ReactNode {
  return (
    <li className="ed-history__item">
      <p className="ed-history__name">
        <span className="ed-history__what" data-what={what}>
          {whatLabels[what]}
        </span>{' '}
        <button type="button" className="ed-history__show" onClick={() => onShow(id)}>
          {name}
        </button>
      </p>
      <FieldList {...{ fields, restore, name }} />
      {what === 'moved' ? (
        <BringBack
          part={{ what: 'order' }}
          done="The modules are in their earlier order in the draft."
          label="Bring back the order"
          {...{ restore, of: name }}
          isSmall
        />
      ) : (
        <BringBack
          part={{ what: 'module', moduleId: id }}
          done={what === 'added' ? `${name} is out of the draft.` : `${name} is back in the draft.`}
          label={what === 'added' ? 'Take it out again' : 'Bring back the module'}
          {...{ restore, of: name }}
          isSmall
        />
      )}
    </li>
  );
}

function FieldList({ fields, restore, name }: { fields: readonly Field[]; restore: Restore; name: string }): ReactNode {
  if (fields.length === 0) return null;
  return (
    <ul className="ed-history__fields">
      {fields.map(({ moduleId, field, label, locale, before, after }) => (
        <li key={field}>
          <span className="ed-history__label">{label}</span>
          <p lang={languageCodes[locale]}>
            <ChangedWords {...{ before: before ?? '', after: after ?? '', language: languageCodes[locale] }} />
          </p>
          <BringBack
            part={{ what: 'field', moduleId, locale, field }}
            done={`${label} is back in the draft.`}
            label="Bring back"
            {...{ restore, of: `${name}, ${label}` }}
            isSmall
          />
        </li>
      ))}
    </ul>
  );
}
