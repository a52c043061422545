import './lone-card.css';

/** How wide the picture is in a card that is alone in its row, as the `sizes` attribute says it. */
export const loneCardSizes = '(min-width: 1400px) 624px, (min-width: 768px) 46vw, 92vw';

/** The classes of a card with a picture: alone in its row, it has its words next to the picture. */
export function cardClass(name: string, isAlone: boolean): string {
  return isAlone ? `${name} lone-card` : name;
}
