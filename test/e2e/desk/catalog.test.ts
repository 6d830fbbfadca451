import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { codeAt } from '../../../apps/server/src/desk/staff/totp.ts'
import { DEMO_STAFF_PASSWORD, demoSecret } from '../../../apps/server/src/parties/demo-authenticator.ts'
import { phone, type Visitor } from '../../kit/browser/browser.ts'
import { draftRules } from './drafts.ts'
import { homePageRules, SQUARE } from './home-page.ts'
import { clipboards } from '../../kit/browser/paste-corpus.ts'
import { heading, look, previewOf, saved, writeIn } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'
import { withPortalAndDesk, withVisitor } from '../../kit/browser/stage.ts'

type Role = 'content' | 'campaign' | 'finance'

/** The clipboard's content as another site writes it. */
const CLIPBOARD = `<h2 style="color:red" onclick="alert(1)">A heading</h2><p>Some <b>bold</b> words
  <img src="https://elsewhere.example/spy.png"><a href="javascript:alert(1)">here</a>
  <script>document.title = 'taken'</script><style>body{display:none}</style></p>`

/** What no text of an article may have. */
const HOSTILE =
  /elsewhere|javascript:|data:|\bon\w+=|\bstyle=|\bid=|<(?:script|style|svg|math|iframe|form|input|object|embed|meta|base|video)/i

async function signIn({ page }: Visitor, desk: string, role: Role): Promise<void> {
  await page.goto(`${desk}/`)
  await page.getByLabel('Email address').fill(`${role}@demo.example`)
  await page.getByLabel('Password').fill(DEMO_STAFF_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('One-time code').fill(codeAt(demoSecret(role), Date.now()))
  await page.keyboard.press('Enter')
  await heading(page, 'Home')
}

/** Counts what somebody presses while they do something. */
async function clicks(page: Page, work: (press: (name: string | RegExp) => Promise<void>) => Promise<void>) {
  let n = 0
  await work(async (name) => {
    n++
    const dialog = page.getByRole('dialog')
    const place = (await dialog.isVisible()) ? dialog : page
    await place.getByRole('button', { name }).first().click()
  })
  return n
}

/** Somebody pastes HTML of elsewhere at the place of the cursor. */
const paste = (page: Page, html: string): Promise<void> =>
  page.getByRole('textbox', { name: /^Text/ }).evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text/html', text)
    data.setData('text/plain', 'plain')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, html)

const { shop, browser, desk } = await withPortalAndDesk()
const campaign = withVisitor(browser)
const content = withVisitor(browser)

/** The people who write what is for sale and what is said. */
describe('what is for sale and what is said', () => {
  let page: Page
  let hers: Page
  beforeAll(async () => {
    ;({ page } = campaign)
    ;({ page: hers } = content)
  })
  const nameOf = async (id: string): Promise<string> => {
    const { rows } = await shop.db.query<{ name: string }>(
      `select texts->'en-US'->>'name' as name from product where cp_goods_id = $1`,
      [id],
    )
    return rows[0]?.name ?? ''
  }

  let article = ''

  it('the pages of the shop need their rights, and fit every width in the light and the dark theme', async () => {
    await signIn(campaign, desk, 'campaign')
    await signIn(content, desk, 'content')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    for (const name of ['Products', 'Payment providers', 'Articles', 'Home page', 'Media', 'Calendar']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await heading(page, name)
      await page.locator('.list, .form, .month-days, .state h2').first().waitFor()
      await look(page, name.toLowerCase().replaceAll(' ', '-'))
    }
  })

  it('products are sorted by keys and by mouse, and players see that order', async () => {
    const order = async (): Promise<string[]> =>
      (
        await shop.db.query<{ id: string }>(
          `select cp_goods_id as id from product where kind = 'item' order by sort, cp_goods_id`,
        )
      ).rows.map(({ id }) => id)
    const [first = '', second = '', ...others] = await order()
    const arrange = async (move: () => Promise<void>): Promise<void> => {
      await page.getByRole('button', { name: 'Reorder items' }).click()
      await page.getByRole('dialog').locator('.place').nth(1).waitFor()
      await move()
      await look(page, 'arrange')
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.goto(`${desk}/products`)
    await arrange(async () => {
      await focusOn(page.getByRole('button', { name: /^Move down: / }).first())
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByText(/: place 2 of /).waitFor()
    })
    await until('it is saved', async () => (await order())[0] === second)
    await arrange(() => page.locator('.place').nth(0).dragTo(page.locator('.place').nth(1)))
    await until('it is saved', async () => (await order())[0] === first)
    expect((await order()).join(), 'the order of the products').toEqual([first, second, ...others].join())
  })

  it('a typo is fixed with one press: type, save', async () => {
    await hers.goto(`${desk}/products/gem_60`)
    await hers.getByLabel('Name (English)').fill('60 Crystals')
    const n = await clicks(hers, (press) => press('Save'))
    await saved(hers)
    expect(n <= 2, `${n} presses`).toBe(true)
    expect(await nameOf('gem_60'), 'the name in the shop').toEqual('60 Crystals')
    const price = hers.getByLabel('Price in USD')
    expect(await price.isEditable(), 'who may not change prices reads this one').toBe(false)
    await see(hers, 'To change this, you need the right “Change prices”.')
    await look(hers, 'product')
  })

  it('a person who writes texts finds a typo by the palette and fixes it with two presses', async () => {
    await hers.goto(`${desk}/`)
    await heading(hers, 'Home')
    await hers.keyboard.press('ControlOrMeta+k')
    await hers
      .getByRole('dialog')
      .getByRole('combobox')
      .fill((await nameOf('gem_980')).toLowerCase())
    await hers.getByRole('option', { name: /^gem_980/ }).click()
    const name = hers.getByLabel('Name (English)')
    await name.fill('Shards of nine')
    await hers.getByRole('button', { name: 'Save' }).click()
    await saved(hers)
    expect(await nameOf('gem_980'), 'the name').toEqual('Shards of nine')
    await hers.keyboard.press('ControlOrMeta+k')
    await hers.getByRole('dialog').getByRole('combobox').fill('write an')
    await hers.keyboard.press('Enter')
    await hers.waitForURL(`${desk}/articles/new`)
    await hers.keyboard.press('ControlOrMeta+k')
    await hers.getByRole('dialog').getByRole('combobox').waitFor()
    expect(
      await hers.getByRole('option', { name: 'Pause or resume all sales' }).count(),
      'what one may not do',
    ).toEqual(0)
    await look(hers, 'palette-content')
    await hers.keyboard.press('Escape')
  })

  it('of two people who save at once, the second sees the changes of the first, field by field', async () => {
    await page.goto(`${desk}/products/gem_300`)
    await hers.goto(`${desk}/products/gem_300`)
    await page.getByLabel('Name (English)').fill('Name of the first')
    await hers.getByLabel('Name (English)').fill('Name of the second')
    await hers.getByLabel('Description (English)').fill('Words of the second')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    await hers.getByRole('button', { name: 'Save' }).click()
    await see(hers, 'You both changed this. Choose, then save:')
    await see(hers, 'Theirs: Name of the first')
    await look(hers, 'conflict')
    expect(await nameOf('gem_300'), 'nothing is overwritten').toEqual('Name of the first')
    await hers.getByRole('button', { name: 'Take theirs: Name (English)' }).click()
    await hers.getByRole('button', { name: 'Save' }).click()
    await saved(hers)
    const { rows } = await shop.db.query<{ texts: unknown }>(
      `select texts->'en-US' as texts from product where cp_goods_id = 'gem_300'`,
    )
    expect(rows[0]?.texts, 'both are there').toEqual({ desc: 'Words of the second', name: 'Name of the first' })
  })

  it('an older version is restored with three presses', async () => {
    await hers.goto(`${desk}/products/gem_60`)
    await hers.getByText('History').click()
    const n = await clicks(hers, async (press) => {
      await press('Take it into the form: version 1')
      await press('Save')
    })
    await saved(hers)
    expect(n + 1 <= 3, `${n + 1} presses`).toBe(true)
    expect((await nameOf('gem_60')) !== '60 Crystals', 'the old name is back').toBe(true)
  })

  it('an item is taken off sale with two presses, and put on sale again', async () => {
    await page.goto(`${desk}/products`)
    const off = await clicks(page, async (press) => {
      await press(/^Deactivate: .*980/)
      await press('Deactivate')
    })
    await see(page, /is inactive/)
    expect(off <= 2, `${off} presses`).toBe(true)
    const { rows } = await shop.db.query<{ n: number }>(
      `select count(*)::int as n from product where not active and texts->'en-US'->>'name' like '%980%'`,
    )
    expect(rows[0]?.n, 'products off sale').toEqual(1)
    await page.getByRole('button', { name: /^Activate: .*980/ }).click()
    await look(page, 'put-on-sale')
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await see(page, /is active/)
  })

  it('a new product has no picture until a person drops one', async () => {
    await page.goto(`${desk}/products/new`)
    await page.getByLabel('Number in the game').fill('star_1')
    await page.getByLabel('Name', { exact: true }).fill('One star')
    await page.getByLabel('Price in USD').fill('1.99')
    const create = page.getByRole('button', { name: 'New product' })
    await create.click()
    await see(page, 'Choose a picture; players see it on the card.')
    await look(page, 'new-product')
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: Buffer.from(SQUARE, 'base64') })
    await page.locator('img.picture[src^="/media/"]').first().waitFor()
    await create.click()
    // Its first price is a price: a second person agrees on it.
    await see(page, /This needs a second person/)
    const { rows } = await shop.db.query<{ no: string }>(
      `select approval_no as no from desk.approval where target = 'star_1'`,
    )
    const finance = await browser.visit({})
    await signIn(finance, desk, 'finance')
    await finance.page.goto(`${desk}/approvals/${rows[0]?.no ?? ''}`)
    await clicks(finance.page, async (press) => {
      await press('Approve')
      await press('Approve it')
    })
    await see(finance.page, 'Approved, and done.')
    await finance.close()
    await page.goto(`${desk}/products/star_1`)
    await page.locator('img.picture[src^="/media/"]').first().waitFor()
    await page.goto(`${desk}/media`)
    await page.locator('.list tbody td').getByText('1', { exact: true }).first().waitFor()
  })

  it('a price for Friday at 10:00 waits for a second person, and the request shows the date', async () => {
    await page.goto(`${desk}/products/gem_1980`)
    await page.getByLabel('Price in USD').fill('24.99')
    await page.getByLabel('Schedule').check()
    await page.getByLabel('Date and time').fill('2027-03-05T10:00')
    // The person who decides reads why.
    const n = await clicks(page, async (press) => {
      await press('Plan it')
      await see(page, /unchanged · from Mar 5, 2027/)
      await look(page, 'price-review')
      await press('Request approval')
      expect(await page.getByLabel('Reason').getAttribute('aria-invalid'), 'a price without a reason').toEqual('true')
      await page.getByLabel('Reason').fill('the spring sale')
      await press('Request approval')
    })
    await see(page, /This needs a second person/)
    expect(n <= 4, `${n} presses`).toBe(true)
    const { rows } = await shop.db.query<{ forecast: unknown }>(
      `select forecast->'after' as forecast from desk.approval where target = 'gem_1980'`,
    )
    expect(JSON.stringify(rows).includes('2027-03-05T10:00'), JSON.stringify(rows)).toBe(true)
  })

  draftRules(shop, browser, desk, { content, campaign })

  it('pasted content keeps its words, and nothing of it runs or loads from elsewhere', async () => {
    const visitor = await browser.visit({})
    await visitor.context.addCookies(await content.context.cookies())
    const { page: fresh } = visitor
    await fresh.goto(`${desk}/articles/new`)
    const text = fresh.getByRole('textbox', { name: /^Text \(English/ })
    for (const { from, html, stays } of clipboards) {
      await text.click()
      await fresh.keyboard.press('ControlOrMeta+a')
      await fresh.keyboard.press('Backspace')
      await paste(fresh, html)
      if (stays) await fresh.locator('.rich-text').getByText(stays).first().waitFor()
      const richHtml = await fresh.locator('.rich-text').innerHTML()
      expect(HOSTILE.test(richHtml), `from ${from}: ${richHtml}`).toBe(false)
    }
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('an article with a picture is written in two languages, pasted from elsewhere, and published', async () => {
    await hers.goto(`${desk}/articles/new`)
    await hers.getByLabel('Title (English)').fill('The new season')
    await hers.getByRole('textbox', { name: /^Text \(English/ }).click()
    await paste(hers, CLIPBOARD)
    await hers.locator('.rich-text h2').getByText('A heading').waitFor()
    const html = await hers.locator('.rich-text').innerHTML()
    expect(/elsewhere|javascript|onclick|<script|<style|style=/.test(html), html).toBe(false)
    await hers.getByLabel('Choose a file').setInputFiles({
      name: 'square.png',
      mimeType: 'image/png',
      buffer: Buffer.from(SQUARE, 'base64'),
    })
    await hers.locator('img.picture[src^="/media/"]').first().waitFor()
    await writeIn(hers, /German/)
    await hers.getByLabel('Title (German)').fill('Die neue Saison')
    await hers.getByRole('textbox', { name: /^Text \(German/ }).click()
    await hers.keyboard.type('Es geht los.')
    await look(hers, 'article')
    await hers.getByRole('button', { name: 'Save' }).click()
    await hers.waitForURL(/\/articles\/n(?!ew$)[0-9a-z]+$/)
    article = new URL(hers.url()).pathname.split('/').at(-1) ?? ''
    await hers.getByRole('button', { name: 'Publish' }).first().click()
    await look(hers, 'publish')
    await hers.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await see(hers, 'It is published.')
    const german = { headers: { 'accept-language': 'de-DE' } }
    const text = await until('the German page', async () => {
      const html = await (await fetch(`${shop.url}/main/event/detail/${article}`, german)).text()
      return html.includes('Die neue Saison') ? html : undefined
    })
    expect(/\/media\/[0-9a-f]{64}-1280\.webp/.test(text), 'its picture').toBe(true)
  })

  it('an article without a title gets an error at the title, and nothing is saved', async () => {
    await hers.goto(`${desk}/articles/new`)
    await hers.getByRole('textbox', { name: /^Text \(English/ }).click()
    await hers.keyboard.type('Words without a title.')
    await hers.getByRole('button', { name: 'Save' }).click()
    await see(hers, 'Give it a title in one language at least.')
    expect(new URL(hers.url()).pathname, 'the page').toEqual('/articles/new')
  })

  it('a draft is previewed on a phone before it is published, and the preview sells nothing', async () => {
    await hers.goto(`${desk}/articles/${article}`)
    await hers.getByLabel('Title (English)').fill('The season is near')
    // The saved row is read again. Until it is there, the form shows what was saved, and afterwards nothing is lost.
    const reading = Promise.withResolvers<void>()
    await hers.route('**/console/api/article/read', async (route) => {
      await reading.promise
      await route.continue()
    })
    await hers.getByRole('button', { name: 'Save' }).click()
    await saved(hers)
    expect(await hers.getByLabel('Title (English)').inputValue(), 'the title after the save').toEqual(
      'The season is near',
    )
    const { pathname, search } = await previewOf(hers, () =>
      hers.getByRole('button', { name: 'Preview', exact: true }).click(),
    )
    const read = hers.waitForResponse('**/console/api/article/read')
    reading.resolve()
    await read
    await hers.unroute('**/console/api/article/read')
    await hers.getByRole('button', { name: 'Copy its link' }).waitFor()
    const visitor = await browser.visit({ viewport: phone, unready: true })
    await visitor.page.goto(`${shop.url}${pathname}${search}`)
    await visitor.page.getByRole('heading', { name: 'The season is near' }).waitFor()
    await see(visitor.page, /Nothing can be bought here/)
    expect(await visitor.page.locator('script').count(), 'scripts').toEqual(0)
    expect(visitor.complaints, 'complaints of the preview').toEqual([])
    await hers.getByRole('button', { name: 'Preview at …' }).click()
    const dialog = hers.getByRole('dialog')
    await dialog.getByLabel(/^Date and time/).fill('2031-05-01T10:00')
    await dialog.getByLabel('Language').selectOption('de-DE')
    await look(hers, 'preview-at')
    const later = await previewOf(hers, () => dialog.getByRole('button', { name: 'Preview', exact: true }).click())
    await dialog.waitFor({ state: 'detached' })
    expect(later.searchParams.get('lang'), 'the language of the preview').toEqual('de-DE')
    const { rows } = await shop.db.query<{ year: number }>(
      'select extract(year from moment)::int as year from desk.preview order by expires_at desc limit 1',
    )
    expect(rows[0]?.year, 'the moment of the preview').toEqual(2031)
    await visitor.page.goto(`${shop.url}${later.pathname}${later.search}`)
    await visitor.page.getByRole('heading', { name: 'Die neue Saison' }).waitFor()
    await visitor.close()
    expect(
      (await (await fetch(`${shop.url}${pathname}`)).text()).includes('The season is near'),
      'players see it',
    ).toBe(false)
  })

  it('a preview’s link disappears when it expires, and a new one can be made', async () => {
    const visitor = await browser.visit({})
    const { page: fresh, context } = visitor
    await context.addCookies(await content.context.cookies())
    await fresh.clock.install()
    await fresh.goto(`${desk}/products/gem_300`)
    await fresh.getByRole('button', { name: 'Preview', exact: true }).click()
    await fresh.getByRole('button', { name: 'Copy its link' }).waitFor()
    // The page may set its timer after the link is there.
    await until('the link goes', async () => {
      await fresh.clock.fastForward('31:00')
      return (await fresh.getByRole('button', { name: 'Copy its link' }).count()) === 0
    })
    expect(await fresh.getByRole('button', { name: 'Preview', exact: true }).isVisible(), 'a new one').toBe(true)
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a translation is shown beside its source, with the later changes of the source', async () => {
    await hers.goto(`${desk}/articles/${article}`)
    await writeIn(hers, /German.*Outdated/)
    await see(hers, 'The source was changed since this translation was saved:')
    expect(await hers.locator('.changes ins').allTextContents(), 'what is new').toEqual(['new: is near'])
    expect(await hers.locator('.changes del').allTextContents(), 'what is gone').toEqual(['removed: new'])
    await look(hers, 'article-beside')
    await hers.getByLabel('Title (German)').fill('Donaudampfschifffahrtsgesellschaft ist nah')
    await see(hers, 'Too long for a line on a phone: Donaudampfschifffahrtsgesellschaft')
    const besides = async (width: number): Promise<boolean> => {
      await hers.setViewportSize({ width, height: 900 })
      const [title, source] = await Promise.all(
        [hers.getByLabel('Title (German)'), hers.locator('.source')].map((box) => box.boundingBox()),
      )
      return (title?.x ?? 0) + (title?.width ?? 0) < (source?.x ?? 0)
    }
    expect([await besides(1100), await besides(1099), await besides(1280)], 'the source is beside').toEqual([
      true,
      false,
      true,
    ])
    await hers.getByLabel('Title (German)').fill('Die Saison ist nah')
    await hers.getByRole('button', { name: 'Save' }).click()
    await saved(hers)
    await hers.locator('.changes').waitFor({ state: 'detached' })
  })

  it('an article is taken down with two presses', async () => {
    const n = await clicks(hers, async (press) => {
      await press('Unpublish')
      await press('Unpublish now')
    })
    await see(hers, 'The article is unpublished.')
    expect(n <= 2, `${n} presses`).toBe(true)
    const { rows } = await shop.db.query<{ state: string }>('select state from article where id = $1', [article])
    expect(rows[0]?.state, 'state').toEqual('down')
  })

  homePageRules(shop, desk, content)

  it('an empty calendar or list says what it will contain', async () => {
    await page.goto(`${desk}/calendar?from=2041-01-01&to=2041-01-02`)
    await see(page, 'Nothing has a date in this time')
    await look(page, 'calendar-empty')
    await page.goto(`${desk}/calendar?month=2041-01`)
    await see(page, 'Nothing is scheduled this month. Prices, campaigns and articles can go live by themselves.')
    await look(page, 'calendar-month-empty')
    await page.goto(`${desk}/articles?state=down&type=3`)
    await see(page, 'Nothing matches these filters.')
    await look(page, 'articles-empty')
  })
})
