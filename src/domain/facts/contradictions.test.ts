import { describe, expect, it } from 'vitest';
import { type Language, languageCodes, locales } from '#domain/locales.ts';
import { type NamedProduct, type ProductFact, findContradictions, namesIn } from './contradictions.ts';
import { findMeasurements, simplify } from './measurements.ts';

const fact = (key: string, unit: string | null, number: number | null, max: number | null = null): ProductFact => ({
  key,
  title: key,
  unit,
  number,
  max,
  text: null,
});
const cx24: NamedProduct = {
  displayName: 'CX24',
  names: ['cx24', 'cx2'],
  facts: [
    fact('co2-range', 'ppm', 0, 60_000),
    fact('co2-accuracy', 'ppm', 200),
    fact('response-time', 's', 20),
    fact('supply-voltage', 'V', 3.1, 5.5),
    fact('supply-current', 'mA', 18),
    fact('average-current', 'µA', 190),
    fact('idle-current', 'µA', 3),
    fact('operating-temperature', '°C', -40, 85),
    fact('lifetime', null, 15),
    { ...fact('dimensions', 'mm', null), text: '9.6 × 9.6 × 5.8' },
  ],
};
const dx81: NamedProduct = {
  displayName: 'DX81',
  names: ['dx81', 'dx8'],
  facts: [
    fact('differential-pressure-range', 'Pa', -500, 500),
    fact('differential-pressure-accuracy', '% m.v.', 3),
    fact('burst-pressure', 'kPa', 500),
    fact('working-pressure', 'kPa', 100),
    fact('signal-response-time', 'ms', 3),
  ],
};
const hx41: NamedProduct = {
  displayName: 'HX41',
  names: ['hx41', 'hx4'],
  facts: [
    fact('humidity-range', '%RH', 0, 100),
    fact('humidity-accuracy', '%RH', 2.5),
    fact('temperature-range', '°C', -40, 125),
    fact('temperature-accuracy', '°C', 0.2),
  ],
};
const products = [cx24, dx81, hx41];
const contradictionsIn = (text: string, language: Language, subject = '') =>
  findContradictions(text, { language, subject, products }).map((found) => `${found.written} ${found.fact.key}`);

describe('a number that contradicts its product', () => {
  it.each([
    // Shares: ppm, ppb, percent.
    ['en', 'The CX24 measures up to 40,000 ppm of CO₂.', '40,000 ppm co2-range'],
    ['en', 'CX24 covers 0 to 4 %.', '0 to 4 % co2-range'],
    ['de', 'Der CX24 misst bis 40.000 ppm.', '40.000 ppm co2-range'],
    ['de', 'Der CX24 misst bis 40 000 ppm CO₂.', '40 000 ppm co2-range'],
    ['de', 'Messbereich des CX24: 0 bis 4 Vol.-%.', '0 bis 4 Vol.-% co2-range'],
    ['ja', 'CX24は最大40,000 ppmまで測定できます。', '40,000 ppm co2-range'],
    ['ja', 'CX24は４０，０００ｐｐｍまで測定できます。', '40,000ppm co2-range'],
    ['ja', 'CX24の測定範囲は0〜4万ppmです。', '0〜4万ppm co2-range'],
    ['zh', 'CX24 量程最高 40,000 ppm。', '40,000 ppm co2-range'],
    ['zh', 'CX24 可测至 4%。', '4% co2-range'],
    ['ko', 'CX24는 최대 40,000 ppm까지 측정합니다.', '40,000 ppm co2-range'],
    // Accuracies.
    ['en', 'CX24: ±100 ppm at 1,000 ppm', '±100 ppm co2-accuracy'],
    ['de', 'Der HX41 erreicht ±0,3 °C.', '±0,3 °C temperature-accuracy'],
    ['ja', 'HX41の湿度精度は±1.5 %RHです。', '±1.5 %RH humidity-accuracy'],
    ['zh', 'HX41 的温度精度为 ±0.5 ℃。', '±0.5 ℃ temperature-accuracy'],
    ['ko', 'HX41의 습도 정확도는 ±1.5 %입니다.', '±1.5 % humidity-accuracy'],
    ['en', 'The DX81 is accurate to ±1.5 % of reading.', '±1.5 % of reading differential-pressure-accuracy'],
    // Temperatures.
    ['en', 'The CX24 operates from −20 to 60 °C.', '−20 to 60 °C operating-temperature'],
    ['en', 'The HX41 measures from -40 °F to 185 °F.', '-40 °F to 185 °F temperature-range'],
    ['de', 'Einsatzbereich des CX24: −20 bis 65 °C.', '−20 bis 65 °C operating-temperature'],
    ['ja', 'CX24の動作温度は−20〜60 ℃です。', '−20〜60 ℃ operating-temperature'],
    ['zh', 'CX24 的工作温度为 -20 至 60 °C。', '-20 至 60 °C operating-temperature'],
    ['ko', 'CX24의 동작 온도는 −20~60 °C입니다.', '−20~60 °C operating-temperature'],
    // Times.
    ['en', 'The CX24 responds in 35 s.', '35 s response-time'],
    ['de', 'Ansprechzeit des DX81: 8 ms.', '8 ms signal-response-time'],
    ['ja', 'CX24の応答時間は35秒です。', '35秒 response-time'],
    ['zh', 'CX24 的响应时间为 30 秒。', '30 秒 response-time'],
    ['ko', 'CX24의 응답 시간은 30초입니다.', '30초 response-time'],
    // Voltages and currents.
    ['en', 'Supply of the CX24: 2.4 to 5.5 V.', '2.4 to 5.5 V supply-voltage'],
    ['de', 'Versorgung des CX24: 2400 mV bis 5,5 V.', '2400 mV bis 5,5 V supply-voltage'],
    ['ja', 'CX24の電源電圧は2.4〜5.5 Vです。', '2.4〜5.5 V supply-voltage'],
    ['zh', 'CX24 的供电电压为 2.4 至 5.5 V。', '2.4 至 5.5 V supply-voltage'],
    ['ko', 'CX24의 전원 전압은 2.4~5.5 V입니다.', '2.4~5.5 V supply-voltage'],
    ['de', 'Im Ruhezustand braucht der CX24 5 µA.', '5 µA idle-current'],
    ['en', 'The supply current of the CX24 is 25 mA.', '25 mA supply-current'],
    // Pressures.
    ['en', 'The DX81 measures up to 250 Pa.', '250 Pa differential-pressure-range'],
    ['de', 'Berstdruck des DX81: 3 bar.', '3 bar burst-pressure'],
    ['ja', 'DX81の破壊圧力は3 barです。', '3 bar burst-pressure'],
    ['zh', 'DX81 的爆破压力为 300 kPa。', '300 kPa burst-pressure'],
    // Sizes and years.
    ['en', 'The CX24 is only 6.8 mm high.', '6.8 mm dimensions'],
    ['de', 'Der CX24 ist nur 6,8 mm hoch.', '6,8 mm dimensions'],
    ['en', 'The service life of the CX24 is 10 years.', '10 years lifetime'],
    ['ja', 'CX24の製品寿命は10年です。', '10年 lifetime'],
  ] as const)('is found: %s, %s', (language, text, found) => {
    expect(contradictionsIn(text, language)).toEqual([found]);
  });

  it('is found beside a title that names the product, and of a series', () => {
    expect(contradictionsIn('Up to 40,000 ppm in 20 s', 'en', 'CX24')).toEqual(['40,000 ppm co2-range']);
    expect(contradictionsIn('CX2: concentrations up to 40,000 ppm', 'en')).toEqual(['40,000 ppm co2-range']);
  });

  it('is found in the sentence after the one that names the product, and not in the next paragraph', () => {
    expect(contradictionsIn('This is the CX24. It measures up to 40,000 ppm.', 'en')).toHaveLength(1);
    expect(contradictionsIn('This is the CX24.\nIt measures up to 40,000 ppm.', 'en')).toEqual([]);
  });
});

describe('a number that does not contradict', () => {
  it.each([
    ['en', 'CX24 measures up to 60,000 ppm, which is 6 %.'],
    ['en', 'CX24 measures 0 to 6 % of CO₂ from −40 to 85 °C and responds in 20 s.'],
    ['de', 'Der CX24 misst bis 60.000 ppm oder 6 Vol.-%.'],
    ['ja', 'CX24は６万ｐｐｍまで測定できます。'],
    ['zh', 'CX24 量程达 60,000 ppm，响应 20 秒。'],
    ['ko', 'CX24는 0~60,000 ppm을 측정합니다.'],
    ['en', 'The HX41 measures from −40 to 257 °F.'],
    ['en', 'Burst pressure of the DX81: 5 bar. Supply of the CX24: 3100 mV to 5.5 V.'],
    // Conditions, changes and examples.
    ['en', 'A leak raises the value of the CX24 by up to 2,000 ppm a minute.'],
    ['en', 'CX24: accuracy ±200 ppm up to 5,000 ppm'],
    ['en', 'CX24 switches on the fan at 1,000 ppm.'],
    ['de', 'Der CX24 driftet um höchstens 500 ppm.'],
    ['en', 'The CX24 responds in less than 30 s.'],
    // Another product.
    ['en', 'Beside the CX24, the AB12 measures up to 90,000 ppm.'.replace('CX24', 'sensor')],
    ['en', 'Sales grew by 7 to 10 percent.'],
  ] as const)('is not reported: %s, %s', (language, text) => {
    expect(contradictionsIn(text, language)).toEqual([]);
  });
});

describe('measurements', () => {
  const values = (text: string, language: Language) =>
    findMeasurements(simplify(text), language).map((found) =>
      found.values.map(({ value }) => Number(value.toPrecision(6))),
    );

  it('are read as each language writes numbers', () => {
    for (const locale of locales) {
      const language = languageCodes[locale];
      const written = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(12_345.67);
      expect(values(`${written} Pa`, language)).toEqual([[12_345.7]]);
    }
    expect(values('1.35 s', 'de')).toEqual([[1.35]]);
    expect(values('48’500 Pa, 48 500 Pa, 48\u202f500 Pa', 'de')).toEqual([[48_500], [48_500], [48_500]]);
  });

  it('have negative ends and ends with units of their own', () => {
    expect(values('−40–85 °C', 'en')).toEqual([[-40, 85]]);
    expect(values('500 mV to 2.5 V', 'en')).toEqual([[0.5, 2.5]]);
  });

  it('are no parts of names, dimensions or words', () => {
    expect(values('CX24 5V6, 3 Volterra, MP3 s', 'en')).toEqual([]);
  });
});

it('names of products are found however they are written', () => {
  expect(namesIn('Der ＣＸ２４, CX24-TR und cx24は')).toEqual(['cx24']);
});
