import { Component, type ReactNode } from 'react';

type Props = {
  /** While it is the same, what has failed once is not tried again. */
  attempt: unknown;
  fallback: ReactNode;
  children: ReactNode;
};
type State = { failed: boolean; attempt: unknown };

/** Keeps a view that fails on half-finished values from taking the form with it. The next values are tried anew. */
export class PreviewBoundary extends Component<Props, State> {
  override state: State = { failed: false, attempt: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.attempt === state.attempt ? null : { failed: false, attempt: props.attempt };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
