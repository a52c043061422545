/** When the fields of a form are shown. It stands by itself because pages load it as well, and nothing else of the rules. */
export type ConditionalField = {
  name: string;
  isConditional: boolean;
  conditionalName: string;
  /** With semicolons between the values. */
  conditionalValue: string;
};

/** The values that show a conditional field. */
export function conditionalValues({ conditionalValue }: Pick<ConditionalField, 'conditionalValue'>): string[] {
  return conditionalValue
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** What has been answered to the field of a name: nothing, one value, or several. */
export type Answers = (name: string) => readonly string[];

/**
 * The fields that are shown for these answers (spec section 4): those without a condition, and those whose controlling field
 * is shown itself and answered with one of the values. The others are neither required nor sent.
 */
export function shownFields<F extends ConditionalField>(fields: readonly F[], answers: Answers): F[] {
  return fields.filter((field) => isShown(field, fields, answers, new Set()));
}

function isShown<F extends ConditionalField>(
  field: F,
  fields: readonly F[],
  answers: Answers,
  passed: Set<F>,
): boolean {
  if (!field.isConditional) return true;
  const controlling = controllingField(field, fields);
  if (!controlling || passed.has(field)) return false;
  passed.add(field);
  const given = answers(controlling.name);
  return (
    conditionalValues(field).some((value) => given.includes(value)) && isShown(controlling, fields, answers, passed)
  );
}

/** The field whose answer decides whether another is shown; null for one that is always shown, or whose field is gone. */
export function controllingField<F extends ConditionalField>(field: F, fields: readonly F[]): F | null {
  return field.isConditional ? (fields.find(({ name }) => name === field.conditionalName) ?? null) : null;
}

/** What a check box without options sends when it is ticked. */
export const checkedValue = 'true';
