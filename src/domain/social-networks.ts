/** The networks in which a site can have a profile. */
export const socialNetworks = [
  'linkedin',
  'twitter',
  'facebook',
  'youtube',
  'github',
  'glassdoor',
  'xing',
  'kununu',
  'wechat',
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
