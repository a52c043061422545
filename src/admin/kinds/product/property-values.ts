import { isRecord } from '#domain/objects.ts';
import type { PropertyOfProduct } from '#view-model/properties.ts';

export type Texts = Readonly<Record<string, { text: string }>>;
/** The value of a property in the form. What is no number stays as it was typed, and is refused when it is saved. */
export type PropertyValue = {
  property: number;
  number: number | string | null;
  max: number | string | null;
  text: string | null;
  localized: Texts | null;
};

/** The values of a product, each with its index in the list. */
export function readValues(value: unknown): PropertyValue[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown): PropertyValue => {
    const own = isRecord(item) ? item : {};
    const { property, text, localized } = own;
    return {
      property: typeof property === 'number' ? property : 0,
      number: readNumber(own['number']),
      max: readNumber(own['max']),
      text: typeof text === 'string' ? text : null,
      localized: isRecord(localized) ? readTexts(localized) : null,
    };
  });
}

function readNumber(value: unknown): number | string | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function readTexts(localized: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(localized).map(([locale, own]) => {
      const text = isRecord(own) ? own['text'] : null;
      return [locale, { text: typeof text === 'string' ? text : '' }];
    }),
  );
}

export function blankValue(property: number): PropertyValue {
  return { property, number: null, max: null, text: null, localized: null };
}

export function isBlank({ number, max, text, localized }: PropertyValue): boolean {
  const isWritten = (own: number | string | null) => own !== null && own !== '';
  const hasText = Object.values(localized ?? {}).some((own) => own.text.trim() !== '');
  return !isWritten(number) && !isWritten(max) && !isWritten(text) && !hasText;
}

/** How a value is edited: as its property says, unless it is of another type already. */
export function editedAs({ valueType }: PropertyOfProduct, value: PropertyValue): PropertyOfProduct['valueType'] {
  if (value.text !== null || value.localized !== null) return 'text';
  if (valueType === 'text' && value.number !== null) return value.max === null ? 'number' : 'range';
  return valueType === 'number' && value.max !== null ? 'range' : valueType;
}

/** The list with another value of a property; one that is empty leaves it, unless it was added by hand. */
export function withValue(
  values: readonly PropertyValue[],
  next: PropertyValue,
  keepsBlank: boolean,
): readonly PropertyValue[] {
  const index = values.findIndex(({ property }) => property === next.property);
  if (isBlank(next) && !keepsBlank) return index === -1 ? values : values.toSpliced(index, 1);
  return index === -1 ? [...values, next] : values.with(index, next);
}
