import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';
import type { Command } from '#staff/controls/CommandMenu.tsx';
import type { Copying } from '../copying/use-copying.ts';
import { labels } from '#staff/messages/labels.ts';
import { shareReason } from './share-reason.ts';

/**
 * What can be done to share a module, or to a shared one.
 *
 * @param english why the structure cannot be changed here
 */
export function sharedCommands(
  module: EditorModule,
  { openShared, part }: Pick<Copying, 'openShared' | 'part'>,
  english: string | null,
): readonly Command[] {
  const { shared } = module;
  if (!shared) {
    const reason = english ?? shareReason(module);
    return [{ label: labels.shareModule, reason, onPress: () => openShared({ what: 'share', module }) }];
  }
  return [
    { label: labels.sharedPages, onPress: () => openShared({ what: 'pages', module }) },
    { label: labels.partModule, reason: english, onPress: () => part(module) },
    ...(shared.hasDraft
      ? [{ label: labels.publishShared, href: adminPaths.publishRecord('shared_module', shared.id) }]
      : []),
  ];
}
