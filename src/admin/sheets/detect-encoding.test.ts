import { describe, expect, it } from 'vitest';
import { encodeText, encodeUtf16 } from '../../../tests/fixtures/encode-text.ts';
import { decodeText, detectEncoding, utf8Behind } from './detect-encoding.ts';

/** Tables as people of each language have them: names of columns in English, or none of them. */
const texts = {
  german:
    'Slug;Name (German);Tagline (German)\nshx;Größe und Gewicht;Für heiße Flüssigkeiten\nsfc;Durchflussregler;Präzise über −10 °C\n'.replace(
      '−',
      '-',
    ),
  oneSign: 'Slug;Name\nshx;5 °C\n',
  english: 'Slug;Name\nshx;“Low” flow – ±0.1 %\nsfc;4 µl/min, 3×\n',
  french: 'Slug;Nom\na;Débit élevé\nb;Capteur à ultrasons\n',
  japanese: 'Slug,Name (Japanese)\nshx,温湿度センサー\nsfc,流量コントローラー\n',
  japaneseAlone: '名称,説明\n温度計,室内の温度を測る\n',
  halfWidth: '品名,型番\n温度ｾﾝｻ,SHX-40\n湿度ｾﾝｻ,SHX-41\n',
  chinese: 'Slug,Name (Chinese)\nshx,温湿度传感器\nsfc,质量流量控制器\n',
  chineseAlone: '名称,说明\n温度计,测量室内温度\n',
  korean: 'Slug,Name (Korean)\nshx,온습도 센서\nsfc,질량 유량 컨트롤러\n',
  koreanAlone: '이름,설명\n온도계,실내 온도를 측정합니다\n',
};

it.each([
  ['windows-1252', 'german'],
  ['windows-1252', 'oneSign'],
  ['windows-1252', 'english'],
  ['windows-1252', 'french'],
  ['shift_jis', 'japanese'],
  ['shift_jis', 'japaneseAlone'],
  ['shift_jis', 'halfWidth'],
  ['gb18030', 'chinese'],
  ['gb18030', 'chineseAlone'],
  ['euc-kr', 'korean'],
  ['euc-kr', 'koreanAlone'],
  ['macintosh', 'german'],
] as const)('%s is recognised in a table that is %s', (encoding, name) => {
  const bytes = encodeText(texts[name], encoding);
  expect(detectEncoding(bytes)).toEqual({ encoding, isSure: true });
  expect(decodeText(bytes, encoding)).toBe(texts[name]);
});

describe('Unicode is recognised', () => {
  const text = texts.japanese;
  it.each([
    ['utf-8', new TextEncoder().encode(text)],
    ['utf-8', new TextEncoder().encode(`\uFEFF${text}`)],
    ['utf-8', new TextEncoder().encode('Slug;Name\na;b\n')],
    ['utf-16le', encodeUtf16(text, { isLittle: true, hasMark: true })],
    ['utf-16be', encodeUtf16(text, { isLittle: false, hasMark: true })],
    ['utf-16le', encodeUtf16(text, { isLittle: true, hasMark: false })],
    ['utf-16be', encodeUtf16(text, { isLittle: false, hasMark: false })],
  ] as const)('as %s', (encoding, bytes) => {
    expect(detectEncoding(bytes)).toEqual({ encoding, isSure: true });
    expect(decodeText(bytes, encoding)).not.toContain('\uFEFF');
  });
});

it('text after megabytes of ASCII is looked at too', () => {
  const bytes = Uint8Array.from([
    ...new TextEncoder().encode('a;b\n'.repeat(100_000)),
    ...encodeText(texts.korean, 'euc-kr'),
  ]);
  expect(detectEncoding(bytes)).toEqual({ encoding: 'euc-kr', isSure: true });
});

it('two characters that two languages have are a question', () => {
  expect(detectEncoding(encodeText('Slug,Name\na,가나\n', 'euc-kr')).isSure).toBe(false);
});

it('a few syllables are no reason to read a table as another language', () => {
  const detected = detectEncoding(encodeText('Slug,Name\nshx,온습도 센서\n', 'euc-kr'));
  expect(detected.isSure && detected.encoding !== 'euc-kr').toBe(false);
});

it('only the languages of the sites are thought of', () => {
  expect(detectEncoding(encodeText('Slug,Name\na,가나\n', 'euc-kr'), ['en', 'kr'])).toEqual({
    encoding: 'euc-kr',
    isSure: true,
  });
});

it('a file that is UTF-8 for the most part is said to be, so that the rest is found', () => {
  const mixed = Uint8Array.from([
    ...new TextEncoder().encode(texts.german),
    ...encodeText('x;Größe;\n', 'windows-1252'),
  ]);
  expect(detectEncoding(mixed).encoding).toBe('utf-8');
  expect(decodeText(mixed, 'utf-8')).toContain('\uFFFD');
});

// Half of the letters of these languages are two bytes that would be a letter of UTF-8 too, of Hebrew or Cyrillic for example.
it.each([
  ['gb18030', 'Id,Quantity,仓库\n1,1000,北京总部\n2,250,上海分公司\n'],
  ['gb18030', '编号,仓库\n1,北京总部\n2,上海总部\n'],
  ['gb18030', '国家,省份,城市\n中国,浙江省,杭州市\n中国,江苏省,苏州市\n'],
  ['gb18030', 'Id,部门\n7,质量管理部\n8,销售部\n'],
  ['euc-kr', '창고,수량\n평택 창고,12\n천안 창고,7\n'],
  ['euc-kr', '제품,제조사\n측정기,주식회사 한람\n'],
] as const)('%s that is UTF-8 in places is no broken file: %s', (encoding, text) => {
  const detected = detectEncoding(encodeText(text, encoding));
  expect(detected).toEqual({ encoding, isSure: true });
});

it('a file of UTF-8 in which a program has cut a text in the middle of a letter is said to be one', () => {
  for (const text of Object.values(texts)) {
    const bytes = new TextEncoder().encode(text.repeat(2));
    const cut = bytes.findLastIndex((byte) => byte >= 0x80);
    const broken = Uint8Array.from([...bytes.subarray(0, cut), ...bytes.subarray(cut + 1)]);
    expect.soft(detectEncoding(broken).encoding, text).toBe('utf-8');
  }
});

it('a cell of UTF-8 in a file of one byte for each character is found', () => {
  expect(utf8Behind('GrÃ¶ÃŸe', 'windows-1252')).toBe('Größe');
  for (const cell of ['Größe', 'Zürich', 'plain', '“a” – 5 °C']) expect(utf8Behind(cell, 'windows-1252')).toBeNull();
  expect(utf8Behind('GrÃ¶ÃŸe', 'utf-8')).toBeNull();
});
