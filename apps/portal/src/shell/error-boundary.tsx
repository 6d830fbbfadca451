import { Component, type ReactNode } from 'react'

type State = { failed: boolean; resetKey: string }
type Props = { children: ReactNode; fallback: ReactNode; resetKey: string }

/** A page that throws during rendering must not take the frame and its navigation with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  /** Another page gets its own try, for it may work. */
  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
