/**
 * What a measurement is said to be, by the words around it. Only what a text presents as a property is compared with the product:
 * most numbers are examples, conditions and results.
 */
export type Claim = {
  /** Keys of the properties that can be meant. */
  keys: RegExp;
  /** What is said: both ends of a range, its upper end, or one number. */
  says: 'range' | 'upper-end' | 'number';
  /** The words leave no doubt: a part of the range is a contradiction as well. */
  isStrict: boolean;
};

/** The words before and behind a measurement, as far as they are about it. */
type Clause = { before: string; behind: string };
/** How a measurement is written. */
type Form = { isDeviation: boolean; isRange: boolean };

const rangeKeys = /-range$|^operating-temperature$/;

/** Single numbers, which the words of the clause give a name. */
const named: readonly (readonly [cue: RegExp, keys: RegExp])[] = [
  [/respon|\breact|ansprech|reagier|応答|响应|응답/iu, /response-time$/],
  [/settl|einschwing|einregel|整定|セトリング|정착/iu, /^settling-time$/],
  [/average current|on average|mittlere[nr]? strom|im mittel|平均|평균/iu, /^average-current$/],
  [/sleep|idle|standby|ruhestrom|ruhezustand|スリープ|待機|休眠|待机|대기|슬립/iu, /^idle-current$/],
  [/supply current|current consumption|stromaufnahme|消費電流|电流消耗|소비 전류/iu, /current$/],
  [/burst|berst|破壊|破裂|爆破|파열/iu, /^burst-pressure$/],
  [/working pressure|operating pressure|betriebsdruck|使用圧力|工作压力|사용 압력/iu, /^working-pressure$/],
  [/detection limit|nachweisgrenze|検出限界|检出限|검출 한계/iu, /^detection-limit$/],
  [/service life|lifetime|lebensdauer|寿命|수명/iu, /^lifetime$/],
];
const size =
  /\bhigh\b|height|\btall\b|\bwide\b|\bthick\b|\blong\b|höhe|\bhoch\b|\bbreit|\bdick\b|\blang\b|高さ|厚さ|幅|高度|厚度|宽|높이|두께|폭/iu;
const supply = /suppl|versorg|speis|電源|供电|电源|전원|공급/iu;
const zeroPoint = /zero|nullpunkt|零点|ゼロ|영점/iu;
const measures =
  /measuring range|\brange\b|\bmeasur(?:es|ing)\b|\bcover|messbereich|\bmisst\b|\bbereich|deckt|測定|計測|量程|测量|측정/iu;
const operates = /operat|betrieb|einsatz|動作|使用温度|工作|동작|사용 온도/iu;
const spans = /\bfrom\b|\bvon\b|から|从|자|에서|부터/iu;
const upTo =
  /(?:up to|reach(?:es|ing)?|as much as|maximum(?: of)?|range of|bis(?: zu| auf)?|bereich von|maximal|höchstens|最大で?|最高|高达|可达|可测至|测至|达|至多|최대|최고)\s*$/iu;
const untilHere = /^\s*(?:まで|に達|까지)/u;

/** Said of numbers that are no property: changes, comparisons, resolutions and what wears out. */
const besideThePoint =
  /drift|\bshift|ageing|aging|alter(?:n|ung)|resolution|auflös|\berror\b|fehler|per (?:year|minute|hour)|pro (?:jahr|minute|stunde)|\ba minute|earlier|later|faster|slower|früher|später|schneller|langsamer|falls|sinkt|longer|länger|deviat|abw[ei]ich|経年|ドリフト|分解能|誤差|老化|漂移|分辨率|误差|毎分|每分钟|분당|노화|드리프트|분해능|오차|早|遅|速く|増|ずれ|慢|增加|偏离|느리|빠르|늦|늘어|벗어/iu;
/** Said of numbers that the property stays below. */
const lessBefore = /(?:under|below|less than|within|unter|weniger als|innerhalb von|低于|小于|少于|不到)\s*$/iu;
const lessBehind = /^\s*(?:or less|oder weniger|未満|以下|以内|미만|이하|이내)/iu;

/** Whether a number is a limit that the property stays below. */
export function isLimit({ before, behind }: Clause): boolean {
  return lessBefore.test(before) || lessBehind.test(behind);
}

/** Whether a clause is about humidity, where a percentage means it. */
export function isAboutHumidity({ before, behind }: Clause): boolean {
  return /humid|feucht|湿度|습도/iu.test(`${before} ${behind}`);
}

/**
 * What the words of a clause claim a measurement to be; none for most numbers.
 *
 * @param nearName whether the name of the product is right before it
 */
export function readClaims(clause: Clause, { isDeviation, isRange }: Form, nearName: boolean): Claim[] {
  const words = `${clause.before} ${clause.behind}`;
  if (besideThePoint.test(words)) return [];
  if (isDeviation) {
    const keys = zeroPoint.test(words) ? /^zero-point-accuracy$/ : /(?<!zero-point)-accuracy$/;
    return [{ keys, says: 'number', isStrict: true }];
  }
  if (isRange) {
    if (supply.test(words)) return [{ keys: /^supply-voltage$/, says: 'range', isStrict: true }];
    const isStrict = measures.test(words) || operates.test(words);
    return isStrict || spans.test(words) ? [{ keys: rangeKeys, says: 'range', isStrict }] : [];
  }
  const claims = named.flatMap(([cue, keys]): Claim[] =>
    cue.test(words) ? [{ keys, says: 'number', isStrict: true }] : [],
  );
  if (nearName && size.test(words)) claims.push({ keys: /^dimensions$/, says: 'number', isStrict: true });
  if (upTo.test(clause.before) || untilHere.test(clause.behind)) {
    claims.push({ keys: rangeKeys, says: 'upper-end', isStrict: measures.test(words) || operates.test(words) });
  }
  return claims;
}
