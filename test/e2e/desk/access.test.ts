import { beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { codeAt } from '../../../apps/server/src/desk/staff/totp.ts'
import { DEMO_STAFF_PASSWORD, demoSecret } from '../../../apps/server/src/parties/demo-authenticator.ts'
import type { Visitor } from '../../kit/browser/browser.ts'
import { heading, look, openPerson, openSettings } from '../../kit/browser/staff.ts'
import { chooseFilter, focusOn, see } from '../../kit/browser/steps.ts'
import { withPortalAndDesk, withVisitor } from '../../kit/browser/stage.ts'

const STEP_MS = 30_000

const OWNER = 'owner@demo.example'

const NEW = { name: 'Nora New', email: 'nora@shop.example', password: 'Lantern-harbour-42' }

/** Time for a code to reach the desk, however busy the machine is. */
const TYPING_MS = 10_000

/**
 * A code of the owner's authenticator. Each step counts once, and one before and one after the present one count: the
 * code of the step before waits for the next step if this one ends before anybody could have typed it.
 */
async function ownersCode(steps: -1 | 0 | 1): Promise<string> {
  const remaining = STEP_MS - (Date.now() % STEP_MS)
  if (steps === -1 && remaining < TYPING_MS) await new Promise((resolve) => setTimeout(resolve, remaining))
  return codeAt(demoSecret('owner'), Date.now() + steps * STEP_MS)
}

/** An authenticator of the browser's own, in the place of a finger on a device. */
async function withAuthenticator({ context, page }: Visitor): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const { shop, browser, desk } = await withPortalAndDesk()
const owner = withVisitor(browser)
const nora = withVisitor(browser)

/** The desk's people at work: signing in, inviting, looking into the audit. */
describe('the way to the desk', () => {
  let page: Page
  beforeAll(async () => {
    await withAuthenticator(nora)
    ;({ page } = owner)
  })
  let link = ''

  it('an owner signs in with password and one-time code, by keyboard alone', async () => {
    await page.goto(`${desk}/`)
    await heading(page, 'Sign in')
    await look(page, 'sign-in')
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
    await page.keyboard.type(OWNER)
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong-wrong-wrong')
    await page.keyboard.press('Enter')
    await see(page, 'That is not right.')
    await look(page, 'sign-in-refused')
    await focusOn(page.getByLabel('Password'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(DEMO_STAFF_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByLabel('One-time code').waitFor()
    await look(page, 'sign-in-code')
    await page.keyboard.type(await ownersCode(-1))
    await page.keyboard.press('Enter')
    await heading(page, 'Home')
    await page.getByRole('button', { name: 'Account of Olga Owner' }).waitFor()
    await look(page, 'today')
  })

  it('the first page needs at most 110 kB of JavaScript', async () => {
    const visitor = await browser.visit({})
    let bytes = 0
    visitor.page.on('response', (answer) => {
      if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length'] ?? 0)
    })
    await visitor.page.goto(`${desk}/`)
    await heading(visitor.page, 'Sign in')
    process.stdout.write(`  {"console_first_page_js_bytes":${bytes}}\n`)
    expect(bytes > 10_000 && bytes <= 110_000, `${bytes} bytes`).toBe(true)
    await visitor.close()
  })

  it('a step-up during an invitation keeps the form, and invites once', async () => {
    await openSettings(page, 'Team')
    await look(page, 'people')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    await see(page, 'Choose one role at least.')
    await look(page, 'invite-wrong')
    await page.getByLabel('Name').fill(NEW.name)
    await page.getByLabel('Email address').fill(NEW.email)
    await page.getByRole('dialog').getByLabel('Content', { exact: true }).check()
    await shop.db.query('update desk.staff_session set fresh_until = now()')
    await page.getByRole('button', { name: 'Make the link' }).click()
    await see(page, 'Show that it is you')
    await look(page, 'step-up')
    await page.getByLabel('One-time code').fill(await ownersCode(0))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const field = page.getByLabel('Invitation link')
    await field.waitFor()
    link = await field.inputValue()
    expect(link.startsWith(`${desk}/invitation#`), link).toBe(true)
    await look(page, 'invite-link')
    const { rows } = await shop.db.query<{ n: number }>(
      'select count(*)::int as n from desk.staff_invitation where email = $1',
      [NEW.email],
    )
    expect(rows[0]?.n, 'invitations').toEqual(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  })

  it('an invited person chooses a password, enrols a passkey, and signs in with it by one click', async () => {
    const { page: hers } = nora
    await hers.goto(link)
    await heading(hers, 'Welcome to the desk')
    expect(hers.url().includes('#'), 'the token stays in the address').toBe(false)
    await look(hers, 'invitation')
    await hers.getByLabel('New password').fill('password1234')
    await hers.getByRole('button', { name: 'Continue' }).click()
    await see(hers, 'Too many people have this password')
    await hers.getByLabel('New password').fill(NEW.password)
    await hers.getByRole('button', { name: 'Continue' }).click()
    await heading(hers, 'Set up your second factor')
    await hers.getByRole('button', { name: 'Set up an app' }).click()
    await see(hers, 'Scan this with your authenticator app')
    await look(hers, 'enrol')
    await hers.getByLabel('Name of the device').fill('Laptop')
    await hers.getByRole('button', { name: 'Add a passkey' }).click()
    await heading(hers, 'Recovery codes')
    await look(hers, 'recovery-codes')
    await hers.getByRole('button', { name: 'I have kept them' }).click()
    await heading(hers, 'Home')
    await hers.getByRole('link', { name: 'Settings', exact: true }).click()
    await heading(hers, 'Settings')
    expect(await hers.getByRole('link', { name: 'Team' }).count(), 'Team for somebody who may not').toEqual(0)
    await openPerson(hers)
    await hers.getByRole('button', { name: 'Sign out' }).click()
    await heading(hers, 'Sign in')
    await hers.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await heading(hers, 'Settings')
  })

  it('a person adds and removes factors, with a passkey as the step-up', async () => {
    const { page: hers } = nora
    await openPerson(hers)
    await hers.locator('#person').getByRole('link', { name: 'My account' }).click()
    await heading(hers, 'My account')
    await look(hers, 'account')
    await shop.db.query('update desk.staff_session set fresh_until = now()')
    await hers.getByRole('button', { name: 'New recovery codes' }).click()
    await hers.getByRole('button', { name: 'Use a passkey' }).click()
    await see(hers, 'They are shown this once.')
    await hers.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
    await see(hers, 'This is your only way in.')
  })

  it('language, time zone and keys are chosen on one’s own page, and dates follow', async () => {
    await page.goto(`${desk}/me`)
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await look(page, 'me')
    await page.getByLabel(/^Single keys count/).uncheck()
    await focusOn(page.locator('h1'))
    await page.keyboard.press('Shift+?')
    await page.getByLabel(/^Single keys count/).check()
    expect(await page.locator('dialog[open]').count(), 'dialogs by a key that is off').toEqual(0)
    await page.getByRole('main').locator('select[name=language]').selectOption('de-DE')
    await heading(page, 'Mein Zugang')
    await page.getByRole('main').locator('select[name=language]').selectOption('en-US')
    await page.goto(`${desk}/audit`)
    const time = page.locator('main time').first()
    await time.waitFor()
    const at = new Date((await time.getAttribute('datetime')) ?? '')
    const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const
    expect(await time.locator('.tip').textContent(), 'a time of the audit').toEqual(
      `${new Intl.DateTimeFormat('en-US', format).format(at)} · Asia/Tokyo`,
    )
    await page.goto(`${desk}/me`)
    await page.getByLabel('Time zone').selectOption('')
  })

  it('a list is saved as lines of JSON, too', async () => {
    await page.goto(`${desk}/audit`)
    await heading(page, 'Audit log')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name: 'Save as JSONL' }).click()
    const lines = readFileSync(await (await file).path(), 'utf8')
      .trim()
      .split('\n')
    const hashed = lines.map((line) => JSON.parse(line) as { prev: string; line: string; hash: string })
    expect(
      hashed.every(({ prev, line, hash }) => prev !== hash && (JSON.parse(line) as { seq: number }).seq > 0),
      lines.join('\n'),
    ).toBe(true)
  })

  it('the audit shows who invited, and that its chain holds; filters stand in the address', async () => {
    await openSettings(page, 'Audit log')
    await chooseFilter(page, 'What', 'Invite a person')
    await page.waitForURL(/action=staff%2Finvite/)
    await page.getByRole('cell', { name: 'Olga Owner' }).first().waitFor()
    await page.locator('tbody tr').filter({ hasNotText: 'Invite a person' }).first().waitFor({ state: 'detached' })
    const line = page.locator('details').first()
    await line.locator('summary').first().click()
    await line.locator('summary').last().click()
    const text = await line.locator('pre').textContent()
    expect(text !== null && !/nora/i.test(text), 'the audit names a person').toBe(true)
    await page.getByRole('button', { name: 'Check the chain' }).click()
    await see(page, 'The chain holds')
    await look(page, 'audit')
    await page.goto(`${desk}/audit?target=nothing-of-this-name`)
    await see(page, 'Nothing matches these filters.')
    await look(page, 'audit-empty')
  })

  it('a suspended person is signed out at the next click, and the form explains the effect', async () => {
    const { page: hers } = nora
    // The question that the desk asks every few seconds would find it out before the click.
    await hers.route('**/console/api/pulse/read', () => undefined)
    await openSettings(page, 'Team')
    await page.getByRole('button', { name: `Suspend ${NEW.name}` }).click()
    await look(page, 'suspend')
    await page.getByLabel('Reason').fill('left the company')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await see(page, 'Show that it is you')
    await page.getByLabel('One-time code').fill(await ownersCode(1))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await see(page, `${NEW.name}: Suspended`)
    await hers.getByRole('link', { name: 'Articles' }).click()
    await heading(hers, 'Sign in')
    await see(hers, 'Your session is over.')
  })

  it('an unknown address and a desk that does not answer have an error page', async () => {
    await page.goto(`${desk}/nowhere`)
    await heading(page, 'There is no such page')
    await look(page, 'nowhere')
    await page.route('**/console/api/staff/list', (route) => route.abort())
    await openSettings(page, 'Team')
    await see(page, 'This could not be loaded')
    await look(page, 'failed')
    await page.unroute('**/console/api/staff/list')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: `Restore access of ${NEW.name}` }).waitFor()
  })

  it('a server with too much to do says so, and a slow one leaves no page without a heading', async () => {
    const busy = { code: 10002, msg: 'SystemBusy', data: null }
    const data = /console\/api\/(?!session\/me|pulse)/
    await page.route(data, (route) => route.fulfill({ status: 503, json: busy }))
    for (const path of ['/orders', '/health', '/products/gem_300']) {
      await page.goto(`${desk}${path}`)
      await see(page, 'The shop has too much to do at the moment.')
      expect(await page.getByText('15 minutes').count(), `what nobody has to wait for at ${path}`).toEqual(0)
    }
    await page.unroute(data)
    // It does not answer while this looks.
    await page.route(data, () => undefined)
    for (const [path, title] of [
      ['/', 'Home'],
      ['/health', 'Health'],
      ['/staff', 'Team'],
      ['/approvals/1', 'Request 1'],
      ['/products/gem_300', 'Products'],
      ['/articles/a01', 'Articles'],
    ] as const) {
      await page.goto(`${desk}${path}`)
      await heading(page, title)
      await page.getByRole('main').getByText('Loading …').first().waitFor()
    }
    await page.unroute(data)
  })

  it('a form says that its picture is no longer there', async () => {
    await page.goto(`${desk}/articles/new`)
    await page.getByText('Use an address').click()
    await page.locator('input[name=img]').fill(`/media/${'b'.repeat(64)}-640.webp`)
    await see(page, 'There is no such picture any more.')
    await page.locator('input[name=img]').fill('/art/empty.svg')
    expect(
      await page.getByText('There is no such picture any more.').count(),
      'what was said of another picture',
    ).toEqual(0)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  })

  it('an address whose number or word names nothing has the page of no such page', async () => {
    const lists = {
      '/orders/x': 'Orders',
      '/players/x': 'Players',
      '/products/x': 'Products',
      '/campaigns/x/y': 'Campaigns',
      '/campaigns/x/new': 'Campaigns',
      '/campaigns/redeem/x': 'Campaigns',
      '/articles/x': 'Articles',
      '/documents/%25': 'Receipts',
      '/imports/x': 'Import & export',
      '/imports/9999': 'Import & export',
      '/promote/x': 'Copy from test shop',
      '/roles/x': 'Roles',
      '/prices/x': 'Prices',
      '/disputes/x/y': 'Disputes',
      '/finance/journals/x': 'Journals',
      '/finance/journals/99999': 'Journals',
      '/finance/payouts/x/%25': 'Payouts',
      '/approvals/abc': 'Approvals',
      '/approvals/0x1': 'Approvals',
      '/approvals/9999': 'Approvals',
      '/help/x': 'Help',
    }
    for (const [path, list] of Object.entries(lists)) {
      await page.goto(`${desk}${path}`)
      await heading(page, 'There is no such page')
      expect(await page.title(), `the title of ${path}`).toEqual('There is no such page · Publisher’s desk')
      expect(await page.getByText(/NaN|Try again/).count(), `doubtful words at ${path}`).toEqual(0)
      await page.getByRole('main').getByRole('button', { name: list, exact: true }).waitFor()
    }
    await page.getByRole('main').getByRole('button', { name: 'Help', exact: true }).click()
    await heading(page, 'Help')
  })

  it('a desk that does not answer at the start asks nobody for a password, and goes on when it is back', async () => {
    await page.route('**/console/api/**', (route) => route.abort())
    await page.goto(`${desk}/audit`)
    await see(page, 'The desk cannot be reached')
    expect(await page.getByLabel('Password').count(), 'fields for a password').toEqual(0)
    await look(page, 'unread')
    await page.unroute('**/console/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Audit log')
  })

  it('another page of the desk adds at most 40 kB of JavaScript, and the editor 90 kB', async () => {
    const visitor = await browser.visit({})
    await visitor.context.addCookies(await owner.context.cookies())
    const scripts = new Map<string, number>()
    visitor.page.on('response', (answer) => {
      const url = answer.url()
      if (url.endsWith('.js') && !scripts.has(url)) scripts.set(url, Number(answer.headers()['content-length'] ?? 0))
    })
    const total = (): number => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
    await visitor.page.goto(`${desk}/`)
    await heading(visitor.page, 'Home')
    const links = await visitor.page
      .locator('.side a[href^="/"]')
      .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))])
    const sizes: [string, number][] = []
    const add = async (path: string, go: () => Promise<unknown>): Promise<void> => {
      const [before, old] = [total(), await visitor.page.title()]
      await go()
      await until(`another page than ${old}`, async () => (await visitor.page.title()) !== old)
      sizes.push([path, total() - before])
    }
    for (const path of links.filter((candidate) => candidate !== '/'))
      await add(path, () => visitor.page.locator(`.side a[href="${path}"]`).first().click())
    await add('/articles/new', async () => {
      await visitor.page.goto(`${desk}/articles/new`)
      await visitor.page.locator('[contenteditable=true]').first().waitFor()
    })
    process.stdout.write(`  ${JSON.stringify({ console_page_js_bytes: Object.fromEntries(sizes) })}\n`)
    expect(sizes.length > 15 && sizes.some(([, bytes]) => bytes > 1000), 'pages bring scripts').toBe(true)
    const large = sizes.filter(([path, bytes]) => bytes > (path === '/articles/new' ? 90_000 : 40_000))
    expect(large, 'pages that add more').toEqual([])
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('each page loads the texts of its areas alone, in the language on the screen, and one that fails says so', async () => {
    const visitor = await browser.visit({})
    const parts = new Set<string>()
    visitor.page.on('request', (request) => {
      const [, part] = /\/assets\/i18n-[^/]+\/(.+)\.json$/.exec(request.url()) ?? []
      if (part) parts.add(part)
    })
    const loaded = async (what: string, expected: readonly string[]): Promise<void> => {
      await until(what, () => Promise.resolve(parts.size >= expected.length))
      expect([...parts].sort(), what).toEqual([...expected].sort())
      parts.clear()
    }
    const choose = (name: string): Promise<unknown> =>
      visitor.page.locator('select[name=language]').first().selectOption(name, { force: true })
    await visitor.page.goto(`${desk}/`)
    await heading(visitor.page, 'Sign in')
    await loaded('the sign-in', ['en-US/core'])
    await visitor.context.addCookies(await owner.context.cookies())
    await visitor.page.goto(`${desk}/`)
    await heading(visitor.page, 'Home')
    await loaded('Today', ['en-US/core', 'en-US/home'])
    await visitor.page.locator('.side a[href="/orders"]').click()
    await heading(visitor.page, 'Orders')
    await loaded('Orders', ['en-US/orders'])
    await choose('de-DE')
    await heading(visitor.page, 'Bestellungen')
    const opened = ['core', 'home', 'orders']
    await loaded(
      'the other language',
      opened.map((part) => `de-DE/${part}`),
    )
    await visitor.page.locator('.side a[href="/"]').click()
    await heading(visitor.page, 'Übersicht')
    await loaded('an opened page', [])
    await choose('en-US')
    await heading(visitor.page, 'Home')
    await visitor.page.route('**/catalog.json', (route) => route.abort())
    await visitor.page.locator('.side a[href="/products"]').click()
    await heading(visitor.page, 'This could not be loaded')
    await visitor.page.locator('.side a[href="/refunds"]').click()
    await heading(visitor.page, 'Disputes')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })
})
