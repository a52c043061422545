/** Videos come from YouTube only, by its ids of 11 characters. */
export type Video = { provider: 'youtube'; id: string };

const id = '[A-Za-z0-9_-]{11}';
const forms = [
  new RegExp(`^(${id})$`),
  new RegExp(`^https://youtu\\.be/(${id})(?:[?#].*)?$`),
  new RegExp(`^https://(?:www\\.|m\\.)?youtube\\.com/(?:embed|shorts|live)/(${id})(?:[?#].*)?$`),
  new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/(${id})(?:[?#].*)?$`),
  new RegExp(`^https://(?:www\\.|m\\.)?youtube\\.com/watch\\?(?:[^#]*&)?v=(${id})(?:[&#].*)?$`),
];

/**
 * The video that an address or a bare id names, or null when it is none of the platform's.
 *
 * @example parseVideo('https://youtu.be/abcdefghijk'); // { provider: 'youtube', id: 'abcdefghijk' }
 */
export function parseVideo(text: string): Video | null {
  const found = forms.map((form) => form.exec(text.trim())?.[1]).find((match) => match !== undefined);
  return found === undefined ? null : { provider: 'youtube', id: found };
}

/** Where a video can be watched. */
export function videoAddress({ id: videoId }: Video): string {
  return `https://www.youtube.com/watch?v=${videoId}`;
}
