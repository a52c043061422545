import { type ConditionalField, shownFields } from '#domain/forms/form-conditions.ts';
import type { SenderTexts } from './sender-texts.ts';

/** Access to the form in the page: its fields, their values, visibility and problems. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Field = ConditionalField & { element: HTMLElement };
/** Answers, or messages, by the name of the field. */
export type ByName<T> = ReadonlyMap<string, T>;

/** Where a form is sent. A field may be called `action` as well, so the form itself is not asked. */
export function getFormAction(form: HTMLFormElement): URL {
  return new URL(form.getAttribute('action') ?? '', location.href);
}

/** Resets a form, even if a field is called `reset`. */
export function resetForm(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form);
  for (const { element } of listFields(form)) setProblem(element, '');
  followConditions(form);
}

function listFields(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<HTMLElement>('[data-field]')].map((element) => ({
    element,
    name: element.dataset['field'] ?? '',
    isConditional: element.dataset['conditionName'] !== undefined,
    conditionalName: element.dataset['conditionName'] ?? '',
    conditionalValue: element.dataset['conditionValues'] ?? '',
  }));
}

function listControls(element: HTMLElement): Control[] {
  return [...element.querySelectorAll<Control>('input, select, textarea')];
}

function isTickable(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

function readAnswer({ element }: Field): string[] {
  return listControls(element)
    .filter((control) => !isTickable(control) || control.checked)
    .map(({ value }) => value)
    .filter((value) => value !== '');
}

/** Every answer, those of hidden fields as well. */
export function readAll(form: HTMLFormElement): Map<string, string[]> {
  return new Map(
    listFields(form)
      .filter(({ element }) => listControls(element).length > 0)
      .map((field) => [field.name, readAnswer(field)]),
  );
}

/** Puts answers back. Only fields that are there take one. */
export function fillIn(form: HTMLFormElement, answers: ByName<readonly string[]>): void {
  for (const { name, element } of listFields(form)) {
    const values = answers.get(name);
    if (!values) continue;
    for (const control of listControls(element)) {
      if (isTickable(control)) control.checked = values.includes(control.value);
      else if (values[0] !== undefined) control.value = values[0];
    }
  }
}

function shownIn(form: HTMLFormElement): Set<Field> {
  const answers = readAll(form);
  return new Set(shownFields(listFields(form), (name) => answers.get(name) ?? []));
}

/** The values to send: answers to the visible fields. */
export function readShown(form: HTMLFormElement): Record<string, string[]> {
  const shown = [...shownIn(form)].filter(({ element }) => listControls(element).length > 0);
  return Object.fromEntries(shown.map((field) => [field.name, readAnswer(field)]));
}

/** Shows the fields whose condition is met, hides the others, and updates the values of sliders. */
export function followConditions(form: HTMLFormElement): void {
  const shown = new Set([...shownIn(form)].map(({ element }) => element));
  for (const { element, isConditional } of listFields(form)) {
    const isShown = shown.has(element);
    if (isConditional) element.toggleAttribute('data-shown', isShown);
    for (const control of listControls(element)) {
      control.disabled = !isShown;
      if (control.type !== 'checkbox' || isSingle(element)) control.required = isShown && isRequired(element);
    }
    const position = element.querySelector('output');
    if (position) position.textContent = listControls(element)[0]?.value ?? '';
  }
}

function isRequired(element: HTMLElement): boolean {
  return element.dataset['required'] !== undefined;
}

function isSingle(element: HTMLElement): boolean {
  return listControls(element).length === 1;
}

/** The browser's validation problems of the visible fields. */
export function findProblems(form: HTMLFormElement, words: SenderTexts): Map<string, string> {
  const problems = new Map<string, string>();
  for (const field of shownIn(form)) {
    const controls = listControls(field.element);
    const isUnanswered = controls.length > 0 && isRequired(field.element) && readAnswer(field).length === 0;
    const invalid = controls.find((control) => !control.validity.valid);
    if (invalid && !invalid.validity.valueMissing) problems.set(field.name, wordsFor(invalid.validity, words));
    else if (isUnanswered || invalid) problems.set(field.name, words.required);
  }
  return problems;
}

function wordsFor(validity: ValidityState, words: SenderTexts): string {
  if (validity.tooLong) return words.tooLong;
  return validity.badInput ? words.date : words.range;
}

/** Puts each message under its field, takes the others away, and brings the first into view. */
export function showProblems(form: HTMLFormElement, problems: ByName<string>): void {
  let first: HTMLElement | null = null;
  for (const { name, element } of listFields(form)) {
    const problem = problems.get(name) ?? '';
    setProblem(element, problem);
    if (problem !== '') first ??= element;
  }
  if (!first) return;
  listControls(first)[0]?.focus({ preventScroll: true });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  first.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
}

/** Removes the problem of a field that is being changed. */
export function forgetProblem(target: EventTarget | null): void {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
  if (element) setProblem(element, '');
}

function setProblem(element: HTMLElement, problem: string): void {
  const place = element.querySelector<HTMLElement>('.form-field__error');
  if (!place) return;
  place.textContent = problem;
  const group = element.querySelector('[role="radiogroup"]');
  for (const marked of group ? [group] : listControls(element)) {
    if (problem === '') marked.removeAttribute('aria-invalid');
    else marked.setAttribute('aria-invalid', 'true');
  }
}
