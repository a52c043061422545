import { ownValue } from '#domain/objects.ts';

/**
 * Names that browsers and Node still give time zones, and those that the IANA database has given them since. These are the only ones:
 * the names that Unicode's CLDR keeps for good where its `iana` attribute says another. A name that a browser gives anew needs no line.
 */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * The name that a time zone has today; what has been stored under an older one stays as it is.
 *
 * @example currentTimeZone('Asia/Calcutta') // 'Asia/Kolkata'
 */
export function currentTimeZone(zone: string): string {
  return ownValue(renamed, zone) ?? zone;
}

/** The time zone of this browser. */
export function ownTimeZone(): string {
  return currentTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** All time zones by their names of today, in order, and those that are asked for. */
export function timeZones(...also: readonly string[]): string[] {
  return [...new Set([...also, ...Intl.supportedValuesOf('timeZone')].map(currentTimeZone))].toSorted();
}

/** A name as it is read, e.g. `Asia/Ho Chi Minh`. */
export function describeTimeZone(zone: string): string {
  return currentTimeZone(zone).replaceAll('_', ' ');
}
