import { type ReactNode, useId, useState } from 'react';
import { type Locale, defaultLocale, englishNames, languageCodes, locales } from '#domain/locales.ts';
import type { PropertyOfProduct } from '#view-model/properties.ts';
import { formatNumber, parseNumber } from './parse-number.ts';
import { type PropertyValue, type Texts, editedAs, isBlank } from './property-values.ts';

type Props = {
  property: PropertyOfProduct;
  value: PropertyValue;
  /** What publishing refuses. */
  error: string | null;
  onChange: (value: PropertyValue) => void;
  onDelete: (() => void) | null;
};

/** One property of a product: its name, its value as a number, a range or a text, and its unit. */
export function PropertyRow({ property, value, error, onChange, onDelete }: Props): ReactNode {
  const { title, unit, role } = property;
  const id = useId();
  const as = editedAs(property, value);
  const problem = numberProblem(value) ?? error;
  const isMissing = role === 'primary' && isBlank(value);
  const about = {
    labelId: id,
    described: problem ? `${id}-error` : undefined,
    isWrong: problem !== null,
  };
  return (
    <tr className={problem ? 'ed-field--invalid' : undefined}>
      <th scope="row">
        <span id={id}>{title}</span>
        {isMissing ? <span className="adm-properties__missing">To fill in</span> : null}
      </th>
      <td>
        {as === 'text' ? (
          <TextValue {...about} value={value} onChange={onChange} />
        ) : (
          <div className="adm-properties__range">
            <NumberInput
              {...about}
              name={as === 'range' ? 'from' : ''}
              value={value.number}
              onChange={(number) => onChange({ ...value, number })}
            />
            {as === 'range' ? (
              <>
                <span aria-hidden="true">…</span>
                <NumberInput {...about} name="to" value={value.max} onChange={(max) => onChange({ ...value, max })} />
              </>
            ) : null}
          </div>
        )}
        {problem ? (
          <p className="ed-field__error" id={`${id}-error`}>
            {problem}
          </p>
        ) : null}
      </td>
      <td className="adm-properties__unit">
        {as === 'text' ? '' : (unit ?? '')}
        {onDelete ? (
          <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onDelete}>
            Delete<span className="visually-hidden"> {title}</span>
          </button>
        ) : null}
      </td>
    </tr>
  );
}

/** What is wrong with what was typed as a number. */
function numberProblem({ number, max }: PropertyValue): string | null {
  for (const typed of [number, max]) {
    const parsed = typeof typed === 'string' ? parseNumber(typed, navigator.language) : null;
    if (parsed && !parsed.ok) return parsed.failure.message;
  }
  if (typeof number === 'number' && typeof max === 'number' && max < number)
    return 'A range goes from the lower to the upper value. Swap them.';
  return number === null && max !== null ? 'A range begins with its lower value.' : null;
}

type About = { labelId: string; described: string | undefined; isWrong: boolean };

type NumberProps = About & {
  /** The end of a range; empty for a single number. */
  name: string;
  value: number | string | null;
  onChange: (value: number | string | null) => void;
};

/** A number in the person's own spelling. */
function NumberInput({ labelId, described, isWrong, name, value, onChange }: NumberProps): ReactNode {
  const locale = navigator.language;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typeof value === 'number' ? formatNumber(value, locale) : (value ?? '');
  const id = useId();
  return (
    <>
      {name === '' ? null : (
        <span id={id} className="visually-hidden">
          {name}
        </span>
      )}
      <input
        className="ed-input"
        inputMode="decimal"
        autoComplete="off"
        aria-labelledby={name === '' ? labelId : `${labelId} ${id}`}
        aria-describedby={described}
        aria-invalid={isWrong ? true : undefined}
        data-second={name === 'to' ? true : undefined}
        value={typed ?? shown}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value);
          const parsed = parseNumber(target.value, locale);
          onChange(parsed.ok ? parsed.value : target.value);
        }}
      />
    </>
  );
}

type TextProps = About & { value: PropertyValue; onChange: (value: PropertyValue) => void };

/** A text for all languages, or one for each. */
function TextValue({ labelId, described, isWrong, value, onChange }: TextProps): ReactNode {
  const { localized } = value;
  const common = { className: 'ed-input', autoComplete: 'off', 'aria-describedby': described };
  if (localized === null) {
    return (
      <div className="adm-properties__text">
        <input
          {...common}
          aria-labelledby={labelId}
          aria-invalid={isWrong ? true : undefined}
          value={value.text ?? ''}
          onChange={({ target }) => onChange({ ...value, text: target.value === '' ? null : target.value })}
        />
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet"
          disabled={value.text === null}
          onClick={() => onChange({ ...value, text: null, localized: { [defaultLocale]: { text: value.text ?? '' } } })}
        >
          By language
        </button>
      </div>
    );
  }
  const write = (locale: Locale, text: string) => {
    const others: Texts = Object.fromEntries(Object.entries(localized).filter(([own]) => own !== locale));
    const isKept = text !== '' || locale === defaultLocale;
    onChange({ ...value, localized: isKept ? { ...others, [locale]: { text } } : others });
  };
  return (
    <div className="adm-properties__languages">
      {locales.map((locale) => (
        <label key={locale}>
          <span>{englishNames[locale]}</span>
          <input
            {...common}
            aria-invalid={isWrong && locale === defaultLocale ? true : undefined}
            lang={languageCodes[locale]}
            placeholder={locale === defaultLocale ? '' : (localized[defaultLocale]?.text ?? '')}
            value={localized[locale]?.text ?? ''}
            onChange={({ target }) => write(locale, target.value)}
          />
        </label>
      ))}
      <button
        type="button"
        className="ed-button ed-button--small ed-button--quiet"
        onClick={() => onChange({ ...value, text: localized[defaultLocale]?.text ?? null, localized: null })}
      >
        The same in all languages
      </button>
    </div>
  );
}
