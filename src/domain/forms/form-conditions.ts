/** When the fields of a form are shown. In a file of its own because pages load it without the other rules. */
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

/** The values of the field with this name: none, one or several. */
export type Answers = (name: string) => readonly string[];

/**
 * The fields that are shown for these answers: those without a condition, and those whose controlling field
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
  const chosen = answers(controlling.name);
  return (
    conditionalValues(field).some((value) => chosen.includes(value)) && isShown(controlling, fields, answers, passed)
  );
}

/** The field whose answer decides whether another is shown; null for one that is always shown, or whose field is gone. */
export function controllingField<F extends ConditionalField>(field: F, fields: readonly F[]): F | null {
  return field.isConditional ? (fields.find(({ name }) => name === field.conditionalName) ?? null) : null;
}

/** The value of a ticked check box without options. */
export const checkedValue = 'true';
