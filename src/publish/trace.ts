/** What a span says of its work. */
type Facts = Readonly<Record<string, string | number | boolean>>;

/** Work that is measured, as part of a trace. */
export type Span = {
  /** Whatever is begun in the task is a part of this span. */
  within: <T>(task: () => T) => T;
  add: (facts: Facts) => void;
  end: (error?: unknown) => void;
};

type SpanOptions = {
  /** The requests that the work is done for, in whatever process they were answered: the span belongs to the trace of the first one. */
  of?: readonly string[];
  /** The request that this span is: those of `of` in other processes belong to it. */
  as?: string;
};

export type BeginSpan = (name: string, facts: Facts, options: SpanOptions) => Span;

const unmeasured: Span = { within: (task) => task(), add: () => {}, end: () => {} };
let begin: BeginSpan = () => unmeasured;

/** Traces are off until this is called, and nothing is measured. */
export function setTracing(tracing: BeginSpan | null): void {
  begin = tracing ?? (() => unmeasured);
}

/** Begins work that ends elsewhere. */
export function beginSpan(name: string, facts: Facts = {}, options: SpanOptions = {}): Span {
  return begin(name, facts, options);
}

/** Measures work. */
export async function traced<T>(
  name: string,
  facts: Facts,
  work: (span: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  const span = begin(name, facts, options);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error ?? new Error('It failed without a reason'));
    throw error;
  }
}
