/** What is measured; values of one quantity can be compared. A percentage may be a share, a humidity or a part of the value. */
export type Quantity =
  | 'share'
  | 'humidity'
  | 'of-value'
  | 'temperature'
  | 'length'
  | 'voltage'
  | 'current'
  | 'pressure'
  | 'time'
  | 'years'
  | 'flow'
  | 'mass-concentration';

type Unit = { quantities: readonly Quantity[]; factor: number; offset?: number };

const percent = 0.01;
const one = (quantity: Quantity, factor: number): Unit => ({ quantities: [quantity], factor });

/** Units as texts of all languages write them, after `simplify`. Longer ones come first where one begins like another. */
const spellings: readonly (readonly [pattern: string, unit: Unit])[] = [
  ['%\\s?(?:RH|rF|r\\.\\s?F\\.|rel\\. Feuchte|relative humidity)', one('humidity', percent)],
  ['% (?:m\\.v\\.|of (?:the )?(?:reading|measured value)|v\\. ?M\\.|vom Messwert)', one('of-value', percent)],
  ['(?:Vol\\.-?|vol)\\s?%', one('share', percent)],
  ['%|percent|Prozent|パーセント|퍼센트', { quantities: ['share', 'of-value', 'humidity'], factor: percent }],
  ['ppm', one('share', 1e-6)],
  ['ppb', one('share', 1e-9)],
  ['°\\s?C|℃|degrees Celsius|Grad Celsius|摄氏度|섭씨', one('temperature', 1)],
  ['°\\s?F|℉', { quantities: ['temperature'], factor: 5 / 9, offset: -32 }],
  ['m³/h|m3/h', one('flow', 1000 / 60)],
  ['(?:µl|µL)/min', one('flow', 1e-6)],
  ['(?:ml|mL|cm³)/min|sccm', one('flow', 1e-3)],
  ['(?:l|L)/min|slm|slpm', one('flow', 1)],
  ['(?:ml|mL)/h', one('flow', 1e-3 / 60)],
  ['µg/m³|µg/m3', one('mass-concentration', 1)],
  ['mg/m³|mg/m3', one('mass-concentration', 1000)],
  ['kV', one('voltage', 1000)],
  ['mV', one('voltage', 1e-3)],
  ['V|volts?|Volt', one('voltage', 1)],
  ['nA', one('current', 1e-9)],
  ['µA', one('current', 1e-6)],
  ['mA', one('current', 1e-3)],
  ['A', one('current', 1)],
  ['mbar|hPa', one('pressure', 100)],
  ['bar|バール', one('pressure', 1e5)],
  ['MPa', one('pressure', 1e6)],
  ['kPa', one('pressure', 1e3)],
  ['Pa', one('pressure', 1)],
  ['psi', one('pressure', 6894.757)],
  ['nm', one('length', 1e-9)],
  ['µm', one('length', 1e-6)],
  ['mm|millimetres?|Millimeter|毫米|ミリメートル|밀리미터', one('length', 1e-3)],
  ['cm', one('length', 1e-2)],
  ['ns', one('time', 1e-9)],
  ['µs', one('time', 1e-6)],
  ['ms|milliseconds?|Millisekunden?|ミリ秒|毫秒|밀리초', one('time', 1e-3)],
  ['s|seconds?|Sekunden?|秒|초', one('time', 1)],
  ['min|minutes?|Minuten?|分钟|分|분', one('time', 60)],
  ['years?|Jahren?|年|년', one('years', 1)],
];

/** Matches a unit behind a number, with nothing behind it that would make it another word. */
export const unitPattern = `(?:${spellings.map(([pattern]) => pattern).join('|')})(?![A-Za-z0-9²³])`;

const known = spellings.map(([pattern, unit]) => [new RegExp(`^(?:${pattern})$`), unit] as const);

/**
 * The unit that a text or a property writes; null for one that is not compared.
 *
 * @example findUnit('ppm'); // { quantities: ['share'], factor: 0.000001 }
 */
export function findUnit(text: string): Unit | null {
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/**
 * A value in the base unit of its quantity: °F become °C, ppm a share of 1.
 *
 * @example inBase(4, { quantities: ['share'], factor: 0.01 }); // 0.04
 */
export function inBase(value: number, { factor, offset = 0 }: Unit): number {
  return (value + offset) * factor;
}
