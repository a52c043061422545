import { Component, type ReactNode } from 'react';

type Props = {
  /** After a failure nothing is rendered again until this changes. */
  attempt: unknown;
  fallback: ReactNode;
  children: ReactNode;
};
type State = { failed: boolean; attempt: unknown };

/** An error boundary: a view that throws on incomplete values does not unmount the form. The next values are rendered again. */
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
