/** Texts that the editor shows in more than one place. */
export const words = {
  edit: 'Edit page',
  signOut: 'Sign out',
  notEditable: 'This page cannot be modified via Page Builder',
  draft: 'This is a DRAFT version of the page',
  viewPublished: 'View published',
  publish: 'Publish changes',
  editModule: 'Edit module',
  addModule: 'Add module',
  addBelow: 'Add module below',
  addAbove: 'Add module above',
  remove: 'Remove module',
  moveUp: 'Move up',
  moveDown: 'Move down',
  englishOnly: 'Modules can be added, removed and moved only on the English page. The change shows in every language.',
} as const;
