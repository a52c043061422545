/** The headings under which editors find the types of modules, in the order in which they are listed. */
export const typeGroups = [
  'Headers',
  'Texts',
  'Pictures and videos',
  'Cards and links',
  'Products',
  'News and events',
  'People and jobs',
  'Contact and forms',
  'Downloads and investors',
] as const;
export type TypeGroup = (typeof typeGroups)[number];
