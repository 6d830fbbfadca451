import { describe, expect, it } from 'vitest'
import { gameClient } from '../../kit/game-client.ts'
import { until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { chooseTarget, see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

describe('a campaign', () => {
  it('a visitor’s code is kept during the sign-in and redeemed for a character, and the page says where the gift is', async () => {
    const { page, complaints, close } = await browser.visit({})
    await page.goto('/main/home')
    await page.getByLabel('Gift code').fill('welcome 2026')
    await page.getByRole('button', { name: 'Redeem', exact: true }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await page.getByLabel('Game account or email').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill('Demo1234')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    expect(await dialog.getByLabel('Gift code').inputValue(), 'the code').toEqual('welcome-2026')
    expect(new URL(page.url()).search, 'the address').toEqual('')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await see(page, 'Please choose a server and a character.')
    await dialog.getByRole('radio', { name: 'Borealis', exact: true }).check({ force: true })
    await dialog.getByRole('radio', { name: 'Celes', exact: true }).check({ force: true })
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await see(page, 'Code redeemed')
    await dialog.getByText('Delivered to your character').waitFor()
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await dialog.getByRole('link', { name: 'My redeemed codes' }).click()
    await page.waitForURL(/\/main\/account\/user/)
    await see(page, 'Welcome gift')
    await see(page, 'For Celes on Borealis')
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  for (const [locale, viewport] of [
    ['en-US', desktop],
    ['ja-JP', phone],
    ['th-TH', phone],
    ['de-DE', phone],
  ] as const) {
    it(`the reason for a refused code is under the field, with the earlier gift (${locale}, ${viewport.width} px)`, async () => {
      const { page, close } = await browser.visit({ locale, viewport })
      await page.goto('/main/home')
      const { token } = await shop.signIn('demo', 'Demo1234')
      await page.evaluate((text) => localStorage.setItem('user_token', text), token)
      await page.goto('/main/home?code=WELCOME2026')
      const dialog = page.locator('dialog[open]')
      await dialog.waitFor()
      await dialog.locator('input[name=server][value=s2]').check({ force: true })
      await dialog.locator('input[name=role][value=r2001]').check({ force: true })
      await dialog.locator('[data-track=redeem]').click()
      await dialog.locator('.field-error').waitFor()
      await dialog.getByText(/RDM[0-9A-Z]{26}/).waitFor()
      await shot(page, `redeem-${locale}-${viewport.width}`)
      expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
      await dialog.locator('input.input').fill('NO-SUCH-CODE')
      await dialog.locator('[data-track=redeem]').click()
      await dialog.locator('.field-error').waitFor()
      await close()
    })
  }

  it('the rebate card shows the progress, the gift of each tier and the order that reached it; the order shows its gift', async () => {
    const { page, complaints, close } = await browser.visit({ viewport: phone })
    const player = await shop.signIn('demo', 'Demo1234')
    // A character that has bought nothing yet, whatever ran before.
    const role = { uid: '100001', name: 'Nova', level: 12 }
    expect(
      (await gameClient(shop.url).send('PUT', '/game/v1/servers/s2/roles/r2077', role)).code,
      'a new character',
    ).toEqual(0)
    let order = ''
    for (let n = 0; n < 6; n++) {
      order = await player.order('gem_6480', 'sandbox', { role_id: 'r2077', server_id: 's2' })
      await shop.outcome(order, 'paid')
      await until('paid', async () => [2, 4].includes((await player.record(order)).status))
    }
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
    await chooseTarget(page, 's2', 'r2077')
    await see(page, 'Starfall Rebate')
    await see(page, '$599.94')
    await page.getByText('All tiers').click()
    await see(page, '+1,500 bonus points')
    await see(page, /Received on/)
    await see(page, '$400.06 to go')
    await see(page, /1st Top-up bonus used on/)
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await shot(page, 'rebate-390')
    await page.getByRole('link', { name: 'View order' }).click()
    await page.waitForURL(new RegExp(order))
    await see(page, '+1,500 HC Points')
    expect(complaints, 'complaints').toEqual([])
    await close()
  })
})
