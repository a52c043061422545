import { type ReactNode, useRef } from 'react';
import type { KindName } from '#kinds/registry.ts';
import type { OpenedRecord } from '#view-model/records.ts';
import { isPublishKey, useDialogKey } from '#staff/dialog/use-save-key.ts';
import { isMadeByPeople } from '#kinds/registry.ts';
import { isDeletable } from '../shell/navigation.ts';
import { ShellIcon } from '../shell/ShellIcon.tsx';
import { useMay } from '../shell/use-may.ts';
import { StateMark } from './StateMark.tsx';
import type { RecordSave } from './use-record-save.ts';

export type RecordCommand = 'publish' | 'release' | 'discard' | 'copy' | 'versions' | 'delete';

type Props = {
  kind: KindName;
  title: string;
  opened: OpenedRecord | null;
  isDirty: boolean;
  saving: RecordSave;
  onCommand: (command: RecordCommand) => void;
};

/** The name of the record, its state, and what can be done with it. It stays in view while the form scrolls. */
export function RecordHead({ kind, title, opened, isDirty, saving, onCommand }: Props): ReactNode {
  const { isBusy } = saving;
  const mayEdit = useMay()('edit', { kind });
  const canPublish = isDirty || opened === null || opened.draft !== null;
  const head = useRef<HTMLDivElement>(null);
  const publish = () => {
    if (!isBusy && canPublish && mayEdit) onCommand('publish');
  };
  useDialogKey(head, isPublishKey, publish);
  return (
    <div className="adm-head" ref={head}>
      <div className="adm-head__name">
        <h1 className="ed-screen__title">{title}</h1>
        <StateMark state={opened?.state ?? 'draft'} />
        <span className="ed-edit__state" role="status">
          {isBusy ? 'Saving …' : isDirty ? 'Not saved yet' : opened?.draft ? 'Draft saved' : ''}
        </span>
      </div>
      <div className="adm-head__actions">
        {mayEdit ? (
          <>
            <button
              type="button"
              className="ed-button"
              aria-keyshortcuts="Control+S Meta+S"
              title="Ctrl+S"
              aria-disabled={isBusy ? true : undefined}
              aria-busy={isBusy}
              onClick={() => void saving.save()}
            >
              Save draft
            </button>
            <button
              type="button"
              className="ed-button ed-button--primary"
              aria-disabled={isBusy || !canPublish ? true : undefined}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={canPublish ? 'Ctrl+Enter' : 'What visitors see is up to date'}
              onClick={publish}
            >
              Publish …
            </button>
          </>
        ) : null}
        {opened ? <RecordMenu kind={kind} opened={opened} onCommand={onCommand} /> : null}
      </div>
    </div>
  );
}

type MenuProps = { kind: KindName; opened: OpenedRecord; onCommand: Props['onCommand'] };

/** What is seldom done with a record. */
export function RecordMenu({ kind, opened, onCommand }: MenuProps): ReactNode {
  const mayEdit = useMay()('edit', { kind });
  const item = (command: RecordCommand, label: string) => (
    <button
      type="button"
      className="adm-popover__item"
      popoverTarget="record-more"
      popoverTargetAction="hide"
      onClick={() => onCommand(command)}
    >
      {label}
    </button>
  );
  return (
    <div className="adm-account">
      <button type="button" className="ed-button" popoverTarget="record-more" aria-label="More commands">
        <ShellIcon name="more" />
      </button>
      <div id="record-more" className="adm-popover" popover="auto">
        {mayEdit && isMadeByPeople(kind) ? item('copy', 'Copy') : null}
        {item('versions', 'Versions')}
        {mayEdit && opened.draft ? item('release', 'Add to release') : null}
        {mayEdit && opened.draft ? item('discard', 'Discard draft') : null}
        {mayEdit && isDeletable(kind) ? item('delete', 'Delete') : null}
      </div>
    </div>
  );
}
