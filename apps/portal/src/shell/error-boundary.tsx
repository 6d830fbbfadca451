import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ReactNode; resetKey: string }

/** A page that throws while rendering must not take the frame and its navigation with it. */
export class ErrorBoundary extends Component<Props, { failedKey: string | null }> {
  override state = { failedKey: null as string | null }

  override componentDidCatch(): void { this.setState({ failedKey: this.props.resetKey }) }

  static getDerivedStateFromError(): { failedKey: string } { return { failedKey: '' } }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.failedKey !== null) this.setState({ failedKey: null })
  }

  override render(): ReactNode { return this.state.failedKey === null ? this.props.children : this.props.fallback }
}
