export type HomeFeature = {
  readonly id: 'worlds' | 'companions' | 'battles' | 'seasons'
  readonly icon: string
  readonly title: string
  readonly text: string
}

export type HomeTexts = {
  readonly hero: {
    readonly kicker: string
    readonly title: string
    readonly subtitle: string
    readonly cta: string
  }
  readonly features: readonly HomeFeature[]
  readonly gameInfo: {
    readonly title: string
    readonly paragraphs: readonly string[]
    readonly facts: readonly { readonly label: string; readonly value: string }[]
  }
}
