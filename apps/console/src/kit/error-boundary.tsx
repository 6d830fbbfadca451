import { Component, type ReactNode } from 'react'

type Props = { fallback: (error: unknown) => ReactNode; children: ReactNode }

/** Replaces a page whose code did not load, or that failed; other pages still work. */
export class ErrorBoundary extends Component<Props, { broken: { error: unknown } | null }> {
  override state: { broken: { error: unknown } | null } = { broken: null }
  static getDerivedStateFromError(error: unknown): { broken: { error: unknown } } {
    return { broken: { error } }
  }
  override render(): ReactNode {
    return this.state.broken ? this.props.fallback(this.state.broken.error) : this.props.children
  }
}
