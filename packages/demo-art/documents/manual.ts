import { escape, list, paragraphs, section } from './page.ts';
import { technicalData } from './data-sheet.ts';
import { type Language, type Product, inLanguage, linesOf } from './seed.ts';

const words = {
  en: {
    contents: 'What is in the box',
    about: 'What the kit is for',
    before: 'Before you begin',
    cautions: [
      'Touch boards at their edges, and earth yourself first: sensors are sensitive to electrostatic discharge.',
      'Let the kit take on the temperature of the room. Condensed water falsifies the first readings.',
      'Keep solvents and cleaning agents away from open sensors.',
    ],
    first: 'Your first measurement',
    steps: [
      'Connect the sensor board to the USB bridge. The arrow on the plug points to the arrow on the board.',
      'Connect the bridge to a computer. The light turns green once it has found the sensor.',
      'Open the developer portal and choose “First measurement”. The browser reads the bridge; nothing is installed.',
      'Values appear once a second. Breathe on the sensor, or let air stream past it, and watch them change.',
      'Save the readings as a CSV file to compare them with your own instruments.',
    ],
    help: 'When nothing happens',
    hints:
      'A red light means that no sensor answers: check the plug and its direction. A light that stays dark means that the bridge has no power: try another port, without a hub. Whatever else happens, write to support with the number that is printed on the bridge.',
  },
  de: {
    contents: 'Lieferumfang',
    about: 'Wofür das Kit da ist',
    before: 'Bevor Sie beginnen',
    cautions: [
      'Fassen Sie Platinen am Rand an und erden Sie sich vorher: Sensoren sind empfindlich gegen elektrostatische Entladung.',
      'Lassen Sie das Kit Raumtemperatur annehmen. Kondenswasser verfälscht die ersten Werte.',
      'Halten Sie Lösungs- und Reinigungsmittel von offenen Sensoren fern.',
    ],
    first: 'Ihre erste Messung',
    steps: [
      'Stecken Sie die Sensorplatine an die USB-Brücke. Der Pfeil am Stecker zeigt zum Pfeil auf der Platine.',
      'Verbinden Sie die Brücke mit einem Computer. Die Leuchte wird grün, sobald sie den Sensor gefunden hat.',
      'Öffnen Sie das Entwicklerportal und wählen Sie «Erste Messung». Der Browser liest die Brücke; installiert wird nichts.',
      'Jede Sekunde erscheint ein Wert. Hauchen Sie den Sensor an oder lassen Sie Luft vorbeiströmen und sehen Sie zu.',
      'Speichern Sie die Werte als CSV-Datei, um sie mit Ihren eigenen Geräten zu vergleichen.',
    ],
    help: 'Wenn nichts geschieht',
    hints:
      'Rot heißt, dass kein Sensor antwortet: Prüfen Sie den Stecker und seine Richtung. Bleibt die Leuchte dunkel, fehlt der Strom: Nehmen Sie einen anderen Anschluss, ohne Verteiler. Bei allem anderen schreiben Sie dem Support und nennen Sie die Nummer, die auf der Brücke steht.',
  },
} as const;

/** How an evaluation kit is used, from the box to the first reading. */
export function manual(product: Product, language: Language): string {
  const { contents, about, before, cautions, first, steps, help, hints } = words[language];
  const lines = Object.values(linesOf(product, language)).flat();
  const parts = lines.find(({ key }) => key === 'kit-contents')?.value.split(', ') ?? [];
  return [
    section(about, paragraphs(inLanguage(product.localized, language).description)),
    parts.length === 0 ? '' : section(contents, list(parts)),
    section(before, list(cautions)),
    section(first, list(steps, 'ol')),
    section(help, `<p>${escape(hints)}</p>`),
    technicalData(product, language),
  ].join('');
}
