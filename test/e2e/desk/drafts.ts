import { expect, it } from 'vitest'
import type { DeskShop } from '../../kit/desk-shop.ts'
import type { Shop } from '../../kit/shop.ts'
import type { Stagehand, Visitor } from '../../kit/browser/browser.ts'
import { signedIn, heading, writeIn } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'

type Writers = { content: Visitor; campaign: Visitor }

/** Words that nobody saved: whose they are, and when they stand in their form again. */
export function draftRules(shop: Shop, browser: Stagehand, desk: string, { content, campaign }: Writers): void {
  it('text that nobody saved is back after a session that ended, for its writer alone', async () => {
    const visitor = await browser.visit({})
    const { page: fresh, context } = visitor
    const name = fresh.getByLabel('Name (English)')
    const as = async (who: Visitor): Promise<void> => {
      await context.clearCookies()
      await context.addCookies(await who.context.cookies())
      await fresh.goto(`${desk}/products/gem_300`)
      await name.waitFor()
    }
    await as(content)
    await name.fill('Three hundred gems of the moon')
    const ends = (at: string): Promise<unknown> =>
      shop.db.query(`update desk.staff_session s set ends_at = now() + ${at} from desk.staff p
        where p.staff_id = s.staff_id and p.email = 'content@demo.example'`)
    await ends(`interval '-1 s'`)
    try {
      // The page may ask by itself first, and then the form is gone.
      const save = fresh.getByRole('button', { name: 'Save', exact: true }).first()
      await save.click({ timeout: 3000 }).catch(() => undefined)
      await heading(fresh, 'Sign in')
    } finally {
      await ends(`interval '1 hour'`)
    }
    await as(campaign)
    expect((await name.inputValue()).includes('moon'), 'another person sees the text').toBe(false)
    await as(content)
    await see(fresh, 'Your unsaved changes are back.')
    expect(await name.inputValue(), 'the name').toEqual('Three hundred gems of the moon')
    await fresh.getByRole('button', { name: 'Discard', exact: true }).click()
    await as(content)
    expect((await name.inputValue()).includes('moon'), 'what was discarded is brought back').toBe(false)
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a form that was left by a link, a reload or the back button has its words again; discarded, it has not', async () => {
    const visitor = await browser.visit({})
    await visitor.context.addCookies(await content.context.cookies())
    const { page: fresh } = visitor
    const name = fresh.getByLabel('Name (English)')
    const has = async (text: string, when: string): Promise<void> => {
      await see(fresh, 'Your unsaved changes are back.')
      expect(await name.inputValue(), `the name ${when}`).toEqual(text)
    }
    await fresh.goto(`${desk}/products/gem_300`)
    await name.fill('Gems by a link')
    await fresh.getByRole('link', { name: 'Articles' }).click()
    await heading(fresh, 'Articles')
    await fresh.goBack()
    await has('Gems by a link', 'after a link and the way back')
    await name.fill('Gems by a reload')
    await fresh.reload()
    await has('Gems by a reload', 'after a reload')
    await fresh.getByRole('button', { name: 'Discard', exact: true }).click()
    await fresh.reload()
    await name.waitFor()
    expect((await name.inputValue()).includes('reload'), 'what was discarded is brought back').toBe(false)
    // The home page has a form for each language: looking at another one is leaving it, too.
    await fresh.goto(`${desk}/home`)
    await fresh.getByRole('button', { name: /^Top of the page/ }).click()
    const headline = fresh.locator('input[name=title]').first()
    await headline.fill('A headline that nobody saved')
    await writeIn(fresh, 'German')
    await fresh.locator('input[name=title][lang=de-DE]').first().waitFor()
    await writeIn(fresh, /^English/)
    await see(fresh, 'Your unsaved changes are back.')
    expect(await headline.inputValue(), 'the headline').toEqual('A headline that nobody saved')
    await fresh.getByRole('button', { name: 'Discard', exact: true }).click()
    // A new article that was saved leaves no copy behind for the next one.
    await fresh.goto(`${desk}/articles/new`)
    await fresh.locator('input[name=title]').first().fill('Saved, not left')
    await fresh.getByRole('button', { name: 'Save', exact: true }).click()
    await fresh.waitForURL((url) => !url.pathname.endsWith('/new'))
    await fresh.goto(`${desk}/articles/new`)
    expect(await fresh.locator('input[name=title]').first().inputValue(), 'the title of the next one').toEqual('')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a moment that is over is told at its field, which is in sight', async () => {
    const visitor = await browser.visit({ viewport: { width: 390, height: 844 } })
    const { page: fresh } = visitor
    await visitor.context.addCookies(await content.context.cookies())
    await fresh.goto(`${desk}/products/gem_300`)
    await fresh.getByLabel('Name (English)').fill('Gems of yesterday')
    await fresh.getByLabel('Schedule').check()
    const when = fresh.locator('input[name=when]')
    await when.fill('2020-01-01T10:00')
    await fresh.getByRole('button', { name: 'Plan it' }).click()
    await see(fresh, 'This moment is over.')
    const state = await when.evaluate((field) => ({
      focused: document.activeElement === field,
      words: document.querySelector(`#${CSS.escape(field.getAttribute('aria-describedby') ?? '')}`)?.textContent,
    }))
    expect(state, 'the field').toEqual({ focused: true, words: 'This moment is over.' })
    const box = await fresh.getByText('This moment is over.').boundingBox()
    expect(box !== null && box.y >= 0 && box.y + box.height <= 844, `the error is at ${box?.y} px`).toBe(true)
    await fresh.getByRole('button', { name: 'Discard', exact: true }).click()
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a new sign-in in another tab lets the same person save this tab; another person may not', async () => {
    const visitor = await browser.visit({})
    const { page: fresh, context } = visitor
    await context.addCookies(await content.context.cookies())
    await fresh.goto(`${desk}/articles/new`)
    await fresh.locator('input[name=title]').first().fill('Begun before the other tab')
    await shop.db.query(`update desk.staff_session s set csrf = 'of-the-other-tab' from desk.staff p
      where p.staff_id = s.staff_id and p.email = 'content@demo.example'`)
    await fresh.getByRole('button', { name: 'Save', exact: true }).click()
    await fresh.waitForURL((url) => !url.pathname.endsWith('/new'))
    await fresh.goto(`${desk}/articles/new`)
    await fresh.locator('input[name=title]').first().fill('Of somebody else')
    await context.clearCookies()
    await context.addCookies(await campaign.context.cookies())
    await fresh.getByRole('button', { name: 'Save', exact: true }).click()
    await see(fresh, 'This page is out of date')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('what came of a save is in sight at the end of a long form, where its button is', async () => {
    const visitor = await browser.visit({})
    const { page: fresh, context } = visitor
    await context.addCookies(await content.context.cookies())
    const inSight = async (words: string): Promise<void> => {
      const message = fresh.getByText(words).first()
      await message.waitFor()
      const box = await message.boundingBox()
      expect(box !== null && box.y >= 0 && box.y + box.height <= 900, `“${words}” is at ${box?.y} px`).toBe(true)
    }
    const save = fresh.getByRole('button', { name: 'Save', exact: true })
    await fresh.goto(`${desk}/articles/new`)
    await fresh.locator('input[name=title]').first().fill('A long way down')
    await fresh.route('**/console/api/article/save', (route) => route.abort())
    await save.click()
    await inSight('The desk cannot be reached')
    await fresh.unroute('**/console/api/article/save')
    await save.click()
    await inSight('The draft is saved.')
    // A colleague's save, too.
    await fresh.waitForURL((url) => !url.pathname.endsWith('/new'))
    const other = await context.newPage()
    for (const tab of [fresh, other]) {
      await tab.goto(fresh.url())
      await tab
        .locator('input[name=title]')
        .first()
        .fill(tab === other ? 'Theirs' : 'Mine')
    }
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await see(other, 'The draft is saved.')
    await save.click()
    await inSight('while you were writing')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })
}

/** Reasons and notes in dialogs that nobody sent. */
export function keptWordsRule(at: DeskShop, browser: Stagehand, uidOf: () => string): void {
  it('a reason and a note that nobody sent are back in their dialogs, for their writer alone', async () => {
    const uid = uidOf()
    const [support, other] = [await signedIn(at, browser, 'support'), await signedIn(at, browser, 'lead')]
    const { page, context } = support
    const cookies = await context.cookies()
    const dialog = page.getByRole('dialog')
    const [reason, note] = [dialog.getByLabel('Reason'), dialog.getByLabel('Note', { exact: true })]
    const open = async (name: string): Promise<void> =>
      await page.getByRole('main').getByRole('button', { name, exact: true }).click()
    const as = async (who: typeof cookies): Promise<void> => {
      await context.clearCookies()
      await context.addCookies(who)
      await page.goto(`${at.desk}/players/${uid}`)
      await heading(page, `Player ${uid}`)
    }
    const ends = (when: string): Promise<unknown> =>
      at.rows(`update desk.staff_session s set ends_at = now() + ${when} from desk.staff p
        where p.staff_id = s.staff_id and p.email = 'support@shop.example'`)
    const overWhile = async (press: string): Promise<void> => {
      await ends(`interval '-1 s'`)
      try {
        await dialog
          .getByRole('button', { name: press })
          .click({ timeout: 3000 })
          .catch(() => undefined)
        await heading(page, 'Sign in')
      } finally {
        await ends(`interval '1 hour'`)
      }
    }
    await as(cookies)
    await open('Add note')
    await note.fill('The player wrote about the moon')
    await dialog.getByLabel('Ticket').fill('T-41')
    await overWhile('Add note')
    await as(cookies)
    await open('Add note')
    await see(page, 'What you wrote here is back.')
    expect(await note.inputValue(), 'the note').toEqual('The player wrote about the moon')
    expect(await dialog.getByLabel('Ticket').inputValue(), 'its ticket').toEqual('T-41')
    await note.fill('')
    await dialog.getByLabel('Ticket').fill('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await open('Sign out everywhere')
    await reason.fill('They lost their phone')
    await overWhile('Sign out everywhere')
    await as(cookies)
    await open('Sign out everywhere')
    await see(page, 'What you wrote here is back.')
    expect(await reason.inputValue(), 'the reason').toEqual('They lost their phone')
    // A reload costs nothing, either; who cancels throws it away.
    await page.reload()
    await open('Sign out everywhere')
    expect(await reason.inputValue(), 'the reason after a reload').toEqual('They lost their phone')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await open('Sign out everywhere')
    expect(await reason.inputValue(), 'the reason after it was thrown away').toEqual('')
    await reason.fill('Words of one person')
    await as(await other.context.cookies())
    await open('Sign out everywhere')
    expect(await reason.inputValue(), 'the reason of another person').toEqual('')
    expect(support.complaints, 'complaints').toEqual([])
    for (const visitor of [support, other]) await visitor.close()
  })
}
