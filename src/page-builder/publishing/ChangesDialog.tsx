import { type ReactNode, useState } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import type { PageChange } from '#changes/page-changes.ts';
import { call } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import type { EditorState } from '#server/editor/editor-state.ts';
import { focusModuleLater } from '../focus-module.ts';
import { openHistory } from '../query.ts';
import { TipButton } from '../TipButton.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { changeSubject, describeChange } from '#staff/messages/page-change.ts';
import { ModuleName } from '#staff/publishing/ModuleName.tsx';

type Props = { state: EditorState; onLead: (moduleId: number) => void; onClose: () => void };

/** The differences between a draft and its published page: each links to its module. All of them can be discarded. */
export default function ChangesDialog({ state, onLead, onClose }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { changes } = state;
  const mayDiscard = state.locale === defaultLocale;
  return (
    <Dialog title={describeCount(changes.length, 'unpublished change')} size="small" onClose={onClose}>
      <ul className="ed-changes" aria-label="Changes">
        {changes.map((change) => (
          <li key={JSON.stringify(change)} className="ed-changes__item">
            <Lead change={change} state={state} onLead={onLead} />
            <p className="ed-changes__what">
              {describeChange(change)}
              {'saved' in change && change.saved ? <Saved mark={change.saved} /> : null}
            </p>
          </li>
        ))}
      </ul>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
        {state.isEditable ? (
          <button
            type="button"
            className="ed-button"
            onClick={() => {
              onClose();
              openHistory();
            }}
          >
            Compare with what is live
          </button>
        ) : null}
        {state.isEditable ? (
          <TipButton
            label="Discard draft changes"
            className="ed-button ed-button--leads-to-danger"
            reason={mayDiscard ? null : 'Draft changes can be discarded only in the English locale'}
            onPress={() => setAsking(true)}
          />
        ) : null}
      </div>
      {isAsking ? <DiscardQuestion state={state} onClose={() => setAsking(false)} /> : null}
    </Dialog>
  );
}

/** The name of the changed module: a link to it, here or in the draft of the change's language. */
function Lead({
  change,
  state,
  onLead,
}: {
  change: PageChange;
  state: EditorState;
  onLead: Props['onLead'];
}): ReactNode {
  const subject = changeSubject(change);
  const locale = 'locale' in change ? change.locale : state.locale;
  const path = state.paths[locale];
  const id = 'moduleId' in change ? change.moduleId : null;
  if (change.what === 'removed' || (locale !== state.locale && path === undefined)) {
    return (
      <span className="ed-changes__name">
        <ModuleName {...subject} />
      </span>
    );
  }
  if (locale !== state.locale) {
    return (
      <a className="ed-changes__lead" href={`${path}?draft=true${id === null ? '' : `#module-${id}`}`}>
        <ModuleName {...subject} />
      </a>
    );
  }
  if (id === null) {
    return (
      <span className="ed-changes__name">
        <ModuleName {...subject} />
      </span>
    );
  }
  return (
    <button type="button" className="ed-changes__lead" onClick={() => onLead(id)}>
      <ModuleName {...subject} />
    </button>
  );
}

function Saved({ mark }: { mark: { at: string; by: string | null } }): ReactNode {
  const when = new Date(mark.at);
  return (
    <span className="ed-changes__saved">
      {' · '}
      {mark.by === null ? '' : `${mark.by}, `}
      <time dateTime={when.toISOString()}>
        {when.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
    </span>
  );
}

function DiscardQuestion({ state, onClose }: { state: EditorState; onClose: () => void }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; isStale: boolean } | null>(null);

  const discard = async () => {
    setBusy(true);
    setProblem(null);
    const { pageId, locale, structureVersion, lastSave } = state;
    const answer = await call('discardDraft', { pageId, locale, structureVersion, lastSave });
    if (answer.ok) {
      focusModuleLater(state.modules[0]?.id ?? null, { announcement: 'Draft changes discarded.' });
      // The page's position and title may have changed: all of it is reloaded.
      return location.reload();
    }
    setBusy(false);
    setProblem({ message: answer.failure.message, isStale: answer.failure.code === 'conflict' });
  };

  return (
    <Dialog
      title="Discard draft changes?"
      size="small"
      role="alertdialog"
      onClose={() => {
        if (!isBusy) onClose();
      }}
    >
      <p>
        The draft goes back to what is published, in every language of this page:{' '}
        {describeCount(state.changes.length, 'change is', 'changes are')} thrown away. For 30 days the history of the
        page keeps {state.changes.length === 1 ? 'it' : 'them'}, from where you can bring{' '}
        {state.changes.length === 1 ? 'it' : 'them'} back.
      </p>
      {problem ? (
        <p className="ed-problem" role="alert">
          {problem.message}
        </p>
      ) : null}
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          data-autofocus
          disabled={isBusy}
          onClick={onClose}
        >
          Cancel
        </button>
        {problem?.isStale ? (
          <button type="button" className="ed-button" onClick={() => location.reload()}>
            Reload
          </button>
        ) : (
          <button
            type="button"
            className="ed-button ed-button--danger"
            // `aria-disabled`: a disabled button would lose the focus.
            aria-disabled={isBusy ? true : undefined}
            aria-busy={isBusy}
            onClick={() => {
              if (!isBusy) void discard();
            }}
          >
            {isBusy ? 'Discarding …' : 'Discard changes'}
          </button>
        )}
      </div>
    </Dialog>
  );
}
