import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ActionOutput, type CallFailure, call } from '../calls/api.ts';
import { localeHere, siteHere } from '../calls/editor-site.ts';
import { Failure } from '../calls/Failure.tsx';
import { Picker } from '../picker/Picker.tsx';
import { PickerFrame } from '../picker/PickerFrame.tsx';

type Props = {
  /** Receives the quote of the value. */
  onPick: (quote: string) => void;
  onClose: () => void;
};

/** Chooses a product, and one of its values for a text to quote: what visitors read follows the product. */
export function ProductValues({ onPick, onClose }: Props): ReactNode {
  const [product, setProduct] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  return product === null ? (
    <Picker kind="product" chosen={[]} onPick={setProduct} onClose={onClose} />
  ) : (
    <ValuesOf
      key={attempt}
      {...{ product, onPick, onClose }}
      onBack={() => setProduct(null)}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

type Values = ActionOutput<'findProductValues'>;
type Answer = { status: 'loading' } | { status: 'ready'; values: Values } | { status: 'failed'; failure: CallFailure };

type ValuesProps = Props & { product: number; onBack: () => void; onRetry: () => void };

function ValuesOf({ product, onPick, onClose, onBack, onRetry }: ValuesProps): ReactNode {
  const [answer, setAnswer] = useState<Answer>({ status: 'loading' });
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isWanted = true;
    void call('findProductValues', { id: product, site: siteHere() ?? 'main', locale: localeHere() }).then(
      (answered) => {
        if (!isWanted) return;
        setAnswer(
          answered.ok ? { status: 'ready', values: answered.value } : { status: 'failed', failure: answered.failure },
        );
      },
    );
    return () => {
      isWanted = false;
    };
  }, [product]);
  useEffect(() => {
    if (answer.status !== 'loading') root.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [answer.status]);

  return (
    <PickerFrame ref={root} label="Values of the product" isBusy={answer.status === 'loading'} onClose={onClose}>
      {answer.status === 'ready' ? <ValueList values={answer.values} onPick={onPick} /> : null}
      {answer.status === 'failed' ? <Failure failure={answer.failure} onRetry={onRetry} /> : null}
      {answer.status === 'loading' ? <p className="ed-picker__empty">Loading …</p> : null}
      <p className="ed-values__end">
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onBack}>
          Another product
        </button>
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClose}>
          Close
        </button>
      </p>
    </PickerFrame>
  );
}

function ValueList({ values, onPick }: { values: Values; onPick: Props['onPick'] }): ReactNode {
  if (values.length === 0) return <p className="ed-picker__empty">This product has no published values.</p>;
  return (
    <ul className="ed-values__list">
      {values.map(({ quote, title, end, value }) => (
        <li key={quote}>
          <button type="button" className="ed-values__value" onClick={() => onPick(quote)}>
            <span className="ed-values__title">
              {end === null ? title : `${title}, ${end === 'max' ? 'highest' : 'lowest'}`}
            </span>{' '}
            <strong>{value}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}
