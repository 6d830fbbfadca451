import { describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

const ids = (list: readonly { id: string }[]): string[] => list.map((article) => article.id)
const festival = async () => (await shop.call('setting/webArticleDetail', { id: 'a09' })).result
const topNews = async (): Promise<string[]> => ids((await shop.call('setting/webHomeConf')).result.hotNews)

/** Sets the festival's start and end, given as SQL, and waits until the shop has read them. */
async function runs(starts: string, ends: string): Promise<void> {
  const {
    rows: [row],
  } = await shop.db.query<{ starts: number; ends: number }>(
    `update article set starts_at = ${starts}, ends_at = ${ends} where id = 'a09'
     returning coalesce(floor(extract(epoch from starts_at)), 0)::int as starts, coalesce(floor(extract(epoch
     from ends_at)), 0)::int as ends`,
  )
  await until('the new dates', async () => {
    const { start_ts, end_ts } = await festival()
    return start_ts === row?.starts && end_ts === row.ends
  })
}

describe('what an article announces', () => {
  it("of the demo runs from 20 October to 9 November 2026, as the festival's text says", async () => {
    const { start_ts, end_ts } = await festival()
    expect([start_ts, end_ts].map((ts) => new Date(ts * 1000).toISOString())).toEqual([
      '2026-10-20T00:00:00.000Z',
      '2026-11-10T00:00:00.000Z',
    ])
  })

  it('has no phase if it neither starts nor ends', async () => {
    const { result } = await shop.call('setting/webArticleDetail', { id: 'a06' })
    expect(result).toMatchObject({ start_ts: 0, end_ts: 0, phase: 'none', days_left: 0 })
  })

  it('is live with its remaining days, the last day counted as whole, and is top news', async () => {
    await runs(`now() - interval '1 day'`, `now() + interval '2 days 1 hour'`)
    expect(await festival()).toMatchObject({ phase: 'live', days_left: 3 })
    expect(await topNews()).toContain('a09')
    await runs(`now() - interval '1 day'`, `now() + interval '1 hour'`)
    expect(await festival()).toMatchObject({ phase: 'live', days_left: 1 })
  })

  it('is soon before it starts', async () => {
    await runs(`now() + interval '1 day'`, `now() + interval '2 days'`)
    expect(await festival()).toMatchObject({ phase: 'soon', days_left: 0 })
  })

  it('leaves top news and the pinned articles in the second of its end, and stays in the list', async () => {
    await shop.db.query(`update article set pinned = true where id = 'a09'`)
    await runs(`now() - interval '1 day'`, `now() + interval '4 seconds'`)
    expect(await festival()).toMatchObject({ phase: 'live' })
    const pinned = async (): Promise<string[]> =>
      ids(((await (await fetch(`${shop.url}/api/bulletin/top`)).json()) as { result: { id: string }[] }).result)
    expect(await pinned()).toContain('a09')
    await until('its end', async () => (await festival()).phase === 'ended')
    expect(await topNews()).not.toContain('a09')
    expect(await pinned()).not.toContain('a09')
    expect(ids((await shop.call('setting/webArticle', { type: 2, page: 1, size: 50 })).result)).toContain('a09')
  })

  it('shows its end even on a page that was rendered and cached before', async () => {
    await runs(`now() - interval '1 day'`, `now() + interval '4 seconds'`)
    const page = async (): Promise<string> =>
      (await (await fetch(`${shop.url}/main/event/detail/a09`)).text()).split('<article')[1] ?? ''
    expect(await page()).toContain('Live')
    await until('the page of an ended one', async () => (await page()).includes('Ended'))
  })

  it('cannot end before it starts', async () =>
    await expect(
      shop.db.query(`update article set starts_at = now(), ends_at = now() - interval '1 day' where id = 'a09'`),
    ).rejects.toThrow('article_runs'))
})

describe('the announcement on top of the home page', () => {
  const home = async (cookie: string): Promise<string> =>
    (await (await fetch(`${shop.url}/main/home`, { headers: { cookie } })).text()).split(
      '<script type="application/json"',
    )[0] ?? ''

  it('is hidden from a player who has closed it, and from no other', async () => {
    const first = (await shop.call('setting/init')).result.bulletin
    expect(await home('')).toContain('class="bulletin"')
    expect(await home(`hc_bulletin=${first?.id ?? ''}`)).not.toContain('class="bulletin"')
    expect(await home('hc_bulletin=another')).toContain('class="bulletin"')
    expect(await home('')).toContain('class="bulletin"')
  })
})

describe('the link that starts the game', () => {
  it("leads to the demo's game, and elsewhere to what GAME_LAUNCH_URL names", async () => {
    expect((await shop.call('setting/init')).result.gameInfo.launchUrl).toBe('/demo/game')
    const beside = await shop.beside({ GAME_LAUNCH_URL: 'starfall://play' })
    try {
      const answer = (await (await fetch(`${beside.url}/api/setting/init`, { method: 'POST' })).json()) as {
        result: { gameInfo: { launchUrl: string } }
      }
      expect(answer.result.gameInfo.launchUrl).toBe('starfall://play')
      expect(await (await fetch(`${beside.url}/main/event`)).text()).toMatch(
        /<a href="starfall:\/\/play"[^>]*>.{0,300}Start game/,
      )
    } finally {
      await beside.stop()
    }
  })

  it('leads to the downloads, and says so, if the publisher has set no address', async () => {
    const beside = await shop.beside({ GAME_LAUNCH_URL: 'none' })
    try {
      const page = (await (await fetch(`${beside.url}/main/event`)).text()).split('<main')[0] ?? ''
      expect(page).toMatch(/href="\/main\/home#download"[^>]*>.{0,300}Download/)
      expect(page).not.toContain('Start game')
    } finally {
      await beside.stop()
    }
  })
})
