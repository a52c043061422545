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

/** As each network writes its own name. */
export const networkNames: Readonly<Record<SocialNetwork, string>> = {
  linkedin: 'LinkedIn',
  twitter: 'X',
  facebook: 'Facebook',
  youtube: 'YouTube',
  github: 'GitHub',
  glassdoor: 'Glassdoor',
  xing: 'Xing',
  kununu: 'kununu',
  wechat: 'WeChat',
};
