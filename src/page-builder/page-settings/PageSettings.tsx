import type { ReactNode } from 'react';
import type { EditorState } from '#server/editor/editor-state.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { closeSettings } from '../query.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { labels } from '#staff/messages/labels.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** The settings of a page: what it is called, where it is, and how search engines and social networks will show it. */
export default function PageSettings({ state }: { state: EditorState }): ReactNode {
  const { value: opened, failure, reload } = useCall('openPageSettings', { pageId: state.pageId });
  if (opened) return <SettingsForm {...{ state, opened }} />;
  return (
    <Dialog title={labels.pageSettings} size="full" onClose={closeSettings}>
      <div className="ed-settings__wait">
        {failure ? <Failure failure={failure} onRetry={reload} /> : <p role="status">Opening the settings …</p>}
        <button type="button" className="ed-button" onClick={closeSettings}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
