import { ownValue } from '#domain/objects.ts';
import { type RegisteredType, registeredTypes, getDefinition } from '#modules/definitions.ts';
import type { TypeSamples } from '#schema/type-samples.ts';
import { type FieldOf, type EditorField, type Values, fillIn, editorFields } from '#schema/editor-fields.ts';
import { newValues, withPlaceholders } from '#schema/placeholders.ts';
import { type Filling, fillSample } from './sample-data.ts';

/** A state in which the gallery shows a type. */
export type SampleState = {
  /** As the address names it. */
  key: string;
  /** As people know it. */
  name: string;
  /** Data as it would be stored. */
  data: (options: SampleOptions) => Values;
  /** Its lists answer with nothing. */
  isEmpty?: true;
  /** It has modules in its slots. */
  isNested?: true;
};
type SampleOptions = Pick<Filling, 'locale' | 'pick'>;

const sampleFiles = import.meta.glob<{ samples: TypeSamples }>('../../../modules/*/samples.ts', { eager: true });

/** Samples that a type defines itself, by its folder. Most need none: the schema is enough. */
const ownSamples = new Map(Object.entries(sampleFiles).map(([file, { samples }]) => [file.split('/').at(-2), samples]));

function getSamples(type: RegisteredType): TypeSamples {
  return ownSamples.get(type.toLowerCase().replaceAll('_', '-')) ?? {};
}

const layoutNames = new Set(['spaceLayoutTop', 'spaceLayoutBottom', 'backgroundColor']);
const known = new Map<RegisteredType, readonly SampleState[]>();

/** Every state worth looking at: from the schema for all types, and those that the type names itself. */
export function listSampleStates(type: RegisteredType): readonly SampleState[] {
  let states = known.get(type);
  if (!states) known.set(type, (states = makeStates(type)));
  return states;
}

function makeStates(type: RegisteredType): SampleState[] {
  const definition = getDefinition(type);
  const own = getSamples(type);
  const fields = editorFields(definition.schema);
  const start = registeredTypes.indexOf(type);
  const layout = fillIn(fields, definition.defaults);
  // As its preview shows it before anything is written.
  const { values: begun } = withPlaceholders(
    fields,
    newValues(fields, definition.defaults, definition.placeholders),
    definition.placeholders,
  );
  const make =
    (filling: Partial<Filling>, change: Values = {}) =>
    ({ locale, pick }: SampleOptions): Values => {
      const pictures = own.pictures ?? 'app-';
      const all: Filling = { texts: 'usual', items: own.items ?? 3, pictures, locale, pick, start, ...filling };
      const data = fillSample(fields, all);
      for (const name of layoutNames) data[name] = ownValue(layout, name);
      return { ...data, ...own.data, ...change };
    };
  const lists = fields.filter(({ widget }) => widget === 'list' || widget === 'references');
  const most = Math.min(12, ...lists.flatMap((field) => ('max' in field && field.max !== null ? [field.max] : [])));
  // A list that shows only in one way of choosing is shown in that one.
  const needed = lists[0]?.when ? { [lists[0].when.field]: lists[0].when.equals[0] } : {};
  const hasMore = lists.length > 0 && most > (own.items ?? 3);
  const numbered = fields.filter(isChoice).find(isCount);
  const states: SampleState[] = [
    { key: 'usual', name: 'Filled in', data: make({}) },
    {
      key: 'new',
      name: 'Just added',
      data: (options) => completed(fields, begun, make({ items: 1 })(options)),
    },
  ];
  if (lists.length > 0) states.push({ key: 'one', name: 'One item', data: make({ items: 1 }, needed) });
  if (hasMore) states.push({ key: 'many', name: 'Many items', data: make({ items: most }, needed) });
  else if (numbered) {
    states.push({
      key: 'many',
      name: 'Many items',
      data: make({}, { [numbered.name]: numbered.options.at(-1)?.value }),
    });
  }
  states.push(
    { key: 'longest', name: 'Texts at their limits', data: make({ texts: 'longest' }, needed) },
    { key: 'bare', name: 'Without optional parts', data: make({ onlyRequired: true }) },
    ...optionStates(fields, make),
  );
  const optional = lists.filter(({ required }) => !required);
  if (definition.lists || optional.length > 0) {
    const none = Object.fromEntries(optional.map(({ name }) => [name, []]));
    const empty = definition.lists ? { ...none, ...otherWay(fields, lists) } : none;
    states.push({ key: 'empty', name: 'Nothing to list', data: make({}, empty), isEmpty: true });
  }
  if (definition.slots) states.push({ key: 'nested', name: 'With modules inside', data: make({}), isNested: true });
  for (const { key, name, data } of own.states ?? []) states.push({ key, name, data: make({}, data) });
  return states;
}

type Choice = FieldOf<'select' | 'radio'>;
type Make = (filling: Partial<Filling>, change?: Values) => SampleState['data'];

function isChoice(field: EditorField): field is Choice {
  return (field.widget === 'select' || field.widget === 'radio') && !layoutNames.has(field.name);
}

/** A list that has to be filled in is never empty: there is nothing to list in the other way of choosing. */
function otherWay(fields: readonly EditorField[], lists: readonly EditorField[]): Values {
  const when = lists.find((list) => list.when && 'required' in list && list.required)?.when;
  const choice = fields.filter(isChoice).find(({ name }) => name === when?.field);
  const other = choice?.options.find(({ value }) => !when?.equals.includes(value));
  return choice && other ? { [choice.name]: other.value } : {};
}

/** A choice of how many, which is no other look. */
function isCount({ options }: Choice): boolean {
  return options.every(({ value }) => /^\d+$/.test(value));
}

/** One state for each value of a choice or a checkbox that differs from the default. */
function optionStates(fields: readonly EditorField[], make: Make): SampleState[] {
  return fields.flatMap((field): SampleState[] => {
    const needed: Values = field.when ? { [field.when.field]: field.when.equals[0] } : {};
    const state = (value: string | boolean, name: string): SampleState => ({
      key: `${field.name}-${value}`,
      name,
      data: make({}, { ...needed, [field.name]: value }),
    });
    if (field.widget === 'checkbox') {
      const isOn = field.initial === true;
      return [state(!isOn, `${isOn ? 'Not: ' : ''}${field.label}`)];
    }
    // Longer lists choose the listed records, and look the same.
    if (!isChoice(field) || isCount(field) || field.options.length > 4) return [];
    return field.options
      .filter(({ value }) => value !== field.initial)
      .map(({ value, label }) => state(value, `${field.label}: ${label}`));
  });
}

/** The values of a new module, with those of a sample where something has to be chosen. */
function completed(fields: readonly EditorField[], begun: Values, sample: Values): Values {
  const data = structuredClone(begun);
  for (const field of fields) {
    const value = ownValue(data, field.name);
    const other = ownValue(sample, field.name);
    if (field.widget === 'reference' && field.required) data[field.name] = other;
    else if (field.widget === 'references' && Array.isArray(value) && value.length === 0) data[field.name] = [];
    else if (field.widget === 'list' && field.required && Array.isArray(value) && Array.isArray(other)) {
      data[field.name] = value.length === 0 ? other : value;
    }
  }
  return data;
}
