import type { PageProps } from '../../kit/menu.ts'
import { Page } from '../../kit/page.tsx'
import { GameKeys } from './game-keys.tsx'

/** How the game and the shop know each other. */
export default function GameConnection({ me }: PageProps) {
  return (
    <Page>
      <GameKeys me={me} />
    </Page>
  )
}
