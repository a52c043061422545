/** The folder of the releases in that of a site. */
export const buildsName = 'releases';
