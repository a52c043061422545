/** The folder of the builds in that of a site. */
export const buildsName = 'releases';
