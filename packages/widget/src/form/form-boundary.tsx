import { Component, type ReactNode } from 'react';

interface Props {
  onBroken: () => void;
  children: ReactNode;
}

/** What a schema breaks stays in here: the rest of the page goes on, and the host is told. */
export class FormBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
