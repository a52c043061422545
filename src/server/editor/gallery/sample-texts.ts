import { type Locale, defaultLocale } from '#domain/locales.ts';

/** Sample texts of the gallery, by the purpose of a field. Each list has different texts, for the items of a list. */
export type SampleTexts = {
  titles: readonly string[];
  /** Each a sentence; texts are made of as many as fit. */
  sentences: readonly string[];
  tags: readonly string[];
  buttons: readonly string[];
  /** Texts beside figures. */
  subtitles: readonly string[];
  names: readonly string[];
  positions: readonly string[];
  filenames: readonly string[];
  /** The longest words of the language, which have to break in a narrow column. */
  longWords: readonly string[];
  /** Between sentences. */
  space: string;
};

/** With each part that is highlighted, and a line that scrolls. */
export const sampleCode = `#include <stdint.h>

/* The check byte of one word, high byte first, as every word on the bus carries it. */
uint8_t crc8(const uint8_t data[2]) {
    uint8_t crc = 0xFF; // initial value
    for (int i = 0; i < 2; i++) crc = step(crc ^ data[i], "the polynomial without its highest bit", 0x2F);
    return crc ^ 0xFF;
}`;

/** Figures with their units, eight characters at most. */
export const sampleFigures = [
  '±0.8\u00a0%',
  '4\u00a0ms',
  '25\u00a0a',
  '0.4\u00a0mW',
  '−40\u00a0°C',
  '1.8\u00a0mm',
] as const;

const texts: Readonly<Partial<Record<Locale, SampleTexts>> & Record<typeof defaultLocale, SampleTexts>> = {
  en: {
    titles: [
      'Humidity, measured where it forms',
      'One sensor for the whole range',
      'From the wafer to the finished module',
      'Calibrated before it leaves us',
      'Flow that can be relied upon',
      'Small enough for any housing',
    ],
    sentences: [
      'Every sensor is calibrated on its own, and its values are stored on the chip.',
      'What it measures on the first day it measures after ten years as well.',
      'The reading is there after four milliseconds, without a filter in between.',
      'It needs less current than the processor that reads it.',
    ],
    tags: ['Environment', 'Flow', 'Production', 'Development kit', 'Service', 'Automotive'],
    buttons: ['See the products', 'Ask for samples', 'Read the data sheet', 'Compare', 'Talk to us', 'All documents'],
    subtitles: [
      'accuracy over the whole range',
      'until the first reading',
      'in service without drift',
      'at one measurement a second',
      'the coldest start',
      'of height on the board',
    ],
    names: ['Miriam Aebischer', 'Kenji Mori', 'Laura Steinmann', 'Daniel Okafor', 'Ágnes Szabó', 'Pavel Novák'],
    positions: [
      'Head of Application Engineering',
      'Field engineer',
      'Product manager, gas sensors',
      'Quality',
      'Development',
      'Sales',
    ],
    filenames: [
      'Driver for embedded systems',
      'Evaluation software',
      'Dimensions',
      'Example code',
      'Release notes',
      'Licence',
    ],
    longWords: ['electromagnetically compatible humidity-and-temperature compensation'],
    space: ' ',
  },
  de: {
    titles: [
      'Feuchte messen, wo sie entsteht',
      'Ein Sensor für den ganzen Bereich',
      'Vom Wafer zum fertigen Modul',
      'Kalibriert, bevor er uns verlässt',
      'Durchfluss, auf den Verlass ist',
      'Klein genug für jedes Gehäuse',
    ],
    sentences: [
      'Jeder Sensor wird einzeln kalibriert, und seine Werte sind auf dem Chip gespeichert.',
      'Was er am ersten Tag misst, misst er auch nach zehn Jahren noch.',
      'Der Messwert steht nach vier Millisekunden bereit, ohne Filter dazwischen.',
      'Er braucht weniger Strom als der Prozessor, der ihn ausliest.',
    ],
    tags: ['Umwelt', 'Durchfluss', 'Fertigung', 'Entwicklungspaket', 'Kundendienst', 'Automobil'],
    buttons: [
      'Produkte ansehen',
      'Muster anfordern',
      'Datenblatt lesen',
      'Vergleichen',
      'Mit uns sprechen',
      'Alle Dokumente',
    ],
    subtitles: [
      'Genauigkeit über den ganzen Messbereich',
      'bis zum ersten Messwert',
      'im Einsatz ohne Abweichung',
      'bei einer Messung pro Sekunde',
      'tiefste Einschalttemperatur',
      'Höhe auf der Leiterplatte',
    ],
    names: ['Miriam Aebischer', 'Kenji Mori', 'Laura Steinmann', 'Daniel Okafor', 'Ágnes Szabó', 'Pavel Novák'],
    positions: [
      'Leiterin Anwendungstechnik',
      'Applikationsingenieur',
      'Produktmanagerin Gassensoren',
      'Qualitätssicherung',
      'Entwicklung',
      'Verkauf',
    ],
    filenames: [
      'Treiber für eingebettete Systeme',
      'Auswertungssoftware',
      'Masszeichnung',
      'Beispielcode',
      'Versionshinweise',
      'Lizenz',
    ],
    longWords: ['Luftfeuchtigkeitsmessgerätekalibrierung', 'Formaldehydkonzentrationsüberwachung'],
    space: ' ',
  },
  jp: {
    titles: [
      '湿度を、生まれる場所で測る',
      '全域をひとつのセンサーで',
      'ウェハーから完成モジュールまで',
      '校正してから出荷します',
      '信頼できる流量測定',
      'どんな筐体にも収まる小ささ',
    ],
    sentences: [
      'すべてのセンサーを個別に校正し、その値をチップに保存しています。',
      '初日に測れるものは、10年後にも同じように測れます。',
      '測定値は4ミリ秒後に、フィルターを介さずに得られます。',
      '読み取るプロセッサーよりも少ない電流で動作します。',
    ],
    tags: ['環境', '流量', '製造', '開発キット', 'サービス', '自動車'],
    buttons: ['製品を見る', 'サンプルを依頼する', 'データシートを読む', '比較する', '相談する', 'すべての資料'],
    subtitles: [
      '全測定範囲での精度',
      '最初の測定値まで',
      'ドリフトのない稼働',
      '毎秒1回の測定で',
      '最低起動温度',
      '基板上の高さ',
    ],
    names: [
      'ミリアム・エービッシャー',
      '森 健司',
      'ラウラ・シュタインマン',
      'ダニエル・オカフォー',
      'アーグネシュ・サボー',
      'パヴェル・ノヴァーク',
    ],
    positions: [
      'アプリケーション技術部長',
      'フィールドエンジニア',
      'ガスセンサー製品マネージャー',
      '品質保証',
      '開発',
      '営業',
    ],
    filenames: [
      '組み込みシステム用ドライバー',
      '評価用ソフトウェア',
      '寸法図',
      'サンプルコード',
      'リリースノート',
      'ライセンス',
    ],
    longWords: ['アプリケーションエンジニアリングサポート'],
    space: '',
  },
  cn: {
    titles: [
      '在湿度产生之处测量',
      '一颗传感器覆盖全量程',
      '从晶圆到成品模块',
      '出厂前逐一校准',
      '值得信赖的流量测量',
      '小到适合任何外壳',
    ],
    sentences: [
      '每颗传感器均单独校准，校准值保存在芯片上。',
      '第一天测得准，十年之后依然如此。',
      '四毫秒后即可得到测量值，中间无需滤波。',
      '它所需的电流比读取它的处理器还少。',
    ],
    tags: ['环境', '流量', '生产', '开发套件', '服务', '汽车'],
    buttons: ['查看产品', '申请样品', '阅读数据手册', '比较', '联系我们', '全部文档'],
    subtitles: ['全量程精度', '得到首个测量值', '无漂移运行', '每秒测量一次', '最低启动温度', '在电路板上的高度'],
    names: ['米丽娅姆·埃比舍尔', '森 健司', '劳拉·施泰因曼', '丹尼尔·奥卡福', '阿格奈什·绍博', '帕维尔·诺瓦克'],
    positions: ['应用技术负责人', '现场工程师', '气体传感器产品经理', '质量保证', '研发', '销售'],
    filenames: ['嵌入式系统驱动程序', '评估软件', '尺寸图', '示例代码', '版本说明', '许可证'],
    longWords: ['传感器信号处理与温度补偿'],
    space: '',
  },
  kr: {
    titles: [
      '습도가 생기는 곳에서 측정합니다',
      '하나의 센서로 전 범위를',
      '웨이퍼에서 완성 모듈까지',
      '출하 전에 모두 교정합니다',
      '믿을 수 있는 유량 측정',
      '어떤 하우징에도 맞는 크기',
    ],
    sentences: [
      '모든 센서는 개별적으로 교정되며 교정값은 칩에 저장됩니다.',
      '첫날 측정한 것은 10년 뒤에도 그대로 측정합니다.',
      '측정값은 필터 없이 4밀리초 뒤에 얻을 수 있습니다.',
      '값을 읽는 프로세서보다 적은 전류로 작동합니다.',
    ],
    tags: ['환경', '유량', '생산', '개발 키트', '서비스', '자동차'],
    buttons: ['제품 보기', '샘플 요청', '데이터시트 읽기', '비교', '문의하기', '모든 문서'],
    subtitles: [
      '전 측정 범위의 정확도',
      '첫 측정값까지',
      '드리프트 없는 작동',
      '초당 한 번 측정할 때',
      '최저 시동 온도',
      '기판 위의 높이',
    ],
    names: ['미리암 애비셔', '모리 겐지', '라우라 슈타인만', '다니엘 오카포', '아그네시 서보', '파벨 노바크'],
    positions: ['응용 기술 책임자', '현장 엔지니어', '가스 센서 제품 관리자', '품질 보증', '개발', '영업'],
    filenames: ['임베디드 시스템용 드라이버', '평가 소프트웨어', '치수 도면', '예제 코드', '릴리스 노트', '라이선스'],
    longWords: ['애플리케이션엔지니어링지원'],
    space: ' ',
  },
};

/** The texts of a locale; those in English where it has none of its own. */
export function getSampleTexts(locale: Locale): SampleTexts {
  return texts[locale] ?? texts[defaultLocale];
}
