import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { deskProvider, ssoEnv } from '../../kit/desk-provider.ts'
import { withFixture } from '../../kit/fixtures.ts'
import { freePort } from '../../kit/shop.ts'
import { withBrowser, withDeskAtWork, withVisitor } from '../../kit/browser/stage.ts'
import { heading, look } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'

const HOUSE = /^Sign in with 127\.0\.0\.1/

const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: /^Go on as/ }).click()

const port = String(await freePort())
const house = withFixture({
  what: 'provider of the house',
  start: async () => await deskProvider(`http://localhost:${port}`),
  stop: (provider) => provider.stop(),
})
const at = withDeskAtWork(() => ({ CONSOLE_PORT: port, ...ssoEnv(house.url) }))
const browser = withBrowser(() => at.shop.url)
const visitor = withVisitor(browser)

/** The ways into the desk by a provider of the house. */
describe('the way into the desk by a provider of the house', () => {
  let page: Page
  let context: BrowserContext
  beforeAll(() => {
    ;({ page, context } = visitor)
  })
  it('a person signs in at the single sign-on provider, and comes back to the requested page', async () => {
    house.someone = { sub: 'house|owner', email: 'owner@shop.example', verified: true }
    await page.goto(`${at.desk}/staff`)
    await heading(page, 'Sign in')
    await look(page, 'sso-sign-in')
    await page.getByRole('button', { name: HOUSE }).click()
    await goOn(page)
    await heading(page, 'Team')
    expect(new URL(page.url()).search, 'the query of the provider').toEqual('')
    house.someone = { sub: 'house|eve', email: 'eve@shop.example', verified: true }
    const eve = await browser.visit({})
    await eve.page.goto(`${at.desk}/`)
    await eve.page.getByRole('button', { name: HOUSE }).click()
    await goOn(eve.page)
    await see(eve.page, 'Nobody with a verified address of that account is invited here.')
    await look(eve.page, 'sso-refused')
    expect(eve.complaints, 'complaints').toEqual([])
    await eve.close()
  })

  it('a step-up at the provider keeps the form, and the call continues by itself', async () => {
    house.someone = { sub: 'house|owner', email: 'owner@shop.example', verified: true }
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Name').fill('Nora New')
    await page.getByLabel('Email address').fill('nora@shop.example')
    await page.getByLabel('Content', { exact: true }).check()
    await page.getByRole('button', { name: 'Make the link' }).click()
    await see(page, 'Show that it is you')
    await look(page, 'sso-step-up')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^Show it at/ }).click()
    const other = await opened
    await goOn(other)
    await heading(other, 'That was you')
    await look(other, 'sso-shown')
    const field = page.getByLabel('Invitation link')
    await field.waitFor()
    expect((await field.inputValue()).startsWith(`${at.desk}/invitation#`), 'no link').toBe(true)
    await other.close()
    const { length } = await at.rows(`select 1 from desk.staff_invitation where email = 'nora@shop.example'`)
    expect(length, 'invitations').toEqual(1)
  })

  it('with single sign-on alone the page has one button, and a link for recovery codes', async () => {
    await at.shop.restart({ CONSOLE_OIDC_ONLY: '1' })
    const only = await browser.visit({})
    await only.page.goto(`${at.desk}/`)
    await only.page.getByRole('button', { name: HOUSE }).waitFor()
    expect(await only.page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 'passkeys').toEqual(0)
    expect(await only.page.getByLabel('Password').count(), 'passwords').toEqual(0)
    await look(only.page, 'sso-only')
    await only.page.getByRole('button', { name: 'I have a recovery code' }).click()
    await only.page.getByLabel('Recovery code').waitFor()
    await look(only.page, 'sso-recovery')
    expect(only.complaints, 'complaints').toEqual([])
    await only.close()
  })
})
