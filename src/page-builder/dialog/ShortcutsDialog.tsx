import type { ReactNode } from 'react';
import { keyName } from '#staff/controls/key-name.ts';
import { labels } from '#staff/messages/labels.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';

/** All keys of the editor of a draft. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const groups = [
    {
      title: 'The page',
      keys: [
        ['Undo what you did last', keyName('Z')],
        ['Do it again', keyName('Shift+Z')],
        ['This list', '?'],
      ],
    },
    {
      title: 'The module under the pointer, or with the focus',
      keys: [
        [labels.duplicate, keyName('D')],
        [`${labels.copy}, in all languages`, keyName('C')],
        [labels.cut, keyName('X')],
        [labels.pasteBelow, keyName('V')],
        [labels.moveUp, 'Alt+↑'],
        [labels.moveDown, 'Alt+↓'],
        ['Type its texts on the page', 'F2'],
        ['Hide its tools', 'Esc'],
        ['Edit the text of a link or a button', 'Alt+click'],
      ],
    },
    {
      title: 'In the outline, as above, and',
      keys: [
        ['Go through the modules', '↑ ↓'],
        [labels.remove, 'Delete'],
        ['Close', 'Esc'],
      ],
    },
    {
      title: 'In a window',
      keys: [
        ['Save', keyName('S')],
        ['Publish, in the list of what that changes', keyName('Enter')],
        ['Close', 'Esc'],
      ],
    },
  ] as const;
  return (
    <Dialog title={labels.shortcuts} size="small" onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="ed-keys" aria-label={title}>
          <h3 className="ed-keys__title">{title}</h3>
          <dl>
            {keys.map(([what, key]) => (
              <div key={what} className="ed-keys__line">
                <dt>{what}</dt>
                <dd>
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
