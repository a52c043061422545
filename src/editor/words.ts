/** What the editor says in more than one place, word for word as the specification has it. */
export const words = {
  edit: 'Edit page',
  signOut: 'Sign out',
  notEditable: 'This page cannot be modified via Page Builder',
  draft: 'This is a DRAFT version of the page',
  viewPublished: 'View published',
  publish: 'Publish changes',
  editModule: 'Edit module',
} as const;
