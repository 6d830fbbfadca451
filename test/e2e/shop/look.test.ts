import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { desktop, phone, shifts, shot, smallPhone } from '../../kit/browser/browser.ts'
import { chooseItem, chooseTarget, focusOn, openPart, see } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const scripts = ['en-US', 'ja-JP', 'th-TH', 'de-DE']

const { shop, browser } = withPortal()

describe('the news', () => {
  it('an event says how many days are left, then that it has ended, and is no top news any more', async () => {
    const moved = async (ends: string, phase: string): Promise<void> => {
      await shop.db.query(
        `update article set starts_at = now() - interval '9 days', ends_at = ${ends} where id = 'a09'`,
      )
      await until(
        phase,
        async () => (await shop.call('setting/webArticleDetail', { id: 'a09' })).result.phase === phase,
      )
    }
    const { page, close } = await browser.visit({})
    const card = page.locator('main article', { hasText: 'Starlight Festival' })
    try {
      await moved(`now() + interval '2 days 1 hour'`, 'live')
      await page.goto('/main/home')
      await card.getByText('Live: 3 days left').waitFor()
      await moved(`now() - interval '1 hour'`, 'ended')
      await page.goto('/main/home')
      expect(await card.count(), 'ended top news').toEqual(0)
      await page.goto('/main/event')
      await card.getByText('Ended').waitFor()
      await card.getByRole('link').click()
      await page.waitForURL('**/a09')
      await see(page, 'Ended')
    } finally {
      await shop.db.query(
        `update article set starts_at = '2026-10-20T00:00:00Z', ends_at = '2026-11-10T00:00:00Z' where id = 'a09'`,
      )
    }
    await close()
  })

  it('closed news on top of the home page does not come back, and nothing jumps', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const bulletin = page.locator('.bulletin')
    await page.goto('/main/home')
    await focusOn(bulletin.getByRole('button', { name: 'Hide this news' }))
    await page.keyboard.press('Enter')
    await bulletin.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id), 'focus').toEqual('main')
    await page.goto('/main/home')
    expect(await bulletin.count(), 'bulletins on the next visit').toEqual(0)
    expect(await shifts(page), 'layout shifts').toEqual([])
    await page.goto('/main/event')
    await page.getByRole('navigation', { name: 'Quick navigation' }).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('**/main/home')
    await page.locator('.hero').waitFor()
    expect(await bulletin.count(), 'bulletins after moving within the shop').toEqual(0)
    await close()
  })
})

describe('a browser without a line', () => {
  it('without a connection Pay waits and says why, and nothing covers the price and the button', async () => {
    const { token } = await shop.signIn('rich', 'Rich1234')
    for (const viewport of [phone, desktop]) {
      const { page, context, close } = await browser.visit({ viewport, token })
      await page.goto('/main/recharge')
      await chooseItem(page, 'gem_300')
      await context.setOffline(true)
      await page
        .getByText('You’re offline. You can pay as soon as you’re back online.')
        .filter({ visible: true })
        .first()
        .waitFor()
      await shot(page, `offline-pay-${viewport.width}`)
      const button = page.locator('[data-track=pay]:visible')
      expect(await button.getAttribute('aria-disabled'), 'the button').toEqual('true')
      expect(await isOnTop(page, '[data-track=pay]'), `${viewport.width} px: something lies over Pay`).toBe(true)
      expect(
        await isOnTop(page, viewport === phone ? '.pay-bar .price' : 'aside .price'),
        `${viewport.width} px: over the price`,
      ).toBe(true)
      await context.setOffline(false)
      await page.locator('[data-track=pay]:visible:not([aria-disabled])').waitFor()
      await close()
    }
  })

  it('without a connection the next page says so from its top, blames no update, and opens by itself', async () => {
    const { token } = await shop.signIn('rich', 'Rich1234')
    const { page, context, close } = await browser.visit({ viewport: phone, token })
    await page.goto('/main/home')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => scrollTo(0, 2000))
    await context.setOffline(true)
    await page.getByRole('navigation', { name: 'Quick navigation' }).getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { level: 1, name: 'You’re offline' }).filter({ visible: true }).waitFor()
    await see(page, 'This page opens by itself as soon as you’re back online.')
    expect(
      await page.getByText('The page may have been updated').filter({ visible: true }).count(),
      'blamed updates',
    ).toEqual(0)
    expect(await page.evaluate(() => scrollY), 'scrolled').toEqual(0)
    await shot(page, 'offline-390')
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor()
    await close()
  })

  it('a click whose code cannot load without a connection says so, and the page continues by itself', async () => {
    const { page, context, close } = await browser.visit({})
    await page.goto('/main/event')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Help' }).first().click()
    await page.getByRole('alert').getByRole('heading', { name: 'You’re offline' }).waitFor()
    expect(
      await page.getByText('The page may have been updated').filter({ visible: true }).count(),
      'blamed updates',
    ).toEqual(0)
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
    await page.locator('html[data-ready]:not([data-failed])').waitFor({ state: 'attached' })
    await close()
  })
})

/** Whether the middle of what is selected, brought into sight, is what a tap there meets. */
const isOnTop = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(`${selector}:visible`)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const met = document.elementFromPoint(left + width / 2, top + height / 2)
      return met !== null && (element === met || element.contains(met))
    })

describe('a balance that is too low', () => {
  it('at 200 % zoom and on a phone held across no bar takes a quarter of the height, and what has the focus is in sight', async () => {
    const { token } = await shop.signIn('rich', 'Rich1234')
    const findings: string[] = []
    for (const viewport of [
      { width: 640, height: 450 },
      { width: 700, height: 330 },
      { width: 900, height: 420 },
    ]) {
      const { page, close } = await browser.visit({ viewport, token })
      for (const path of ['/main/recharge', '/main/home', '/main/account/user']) {
        await page.goto(path)
        if (path === '/main/recharge') await chooseItem(page, 'gem_300')
        await page.evaluate(() => scrollTo(0, 500))
        const bars = await page.evaluate(() =>
          [...document.querySelectorAll('body *')].reduce((sum, element) => {
            const { position, opacity } = getComputedStyle(element)
            const { top, bottom, width } = element.getBoundingClientRect()
            const bar =
              (position === 'fixed' || position === 'sticky') &&
              opacity !== '0' &&
              width > innerWidth / 2 &&
              element.checkVisibility({ visibilityProperty: true })
            return sum + (bar ? Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0)
          }, 0),
        )
        const at = `${path} at ${viewport.width}×${viewport.height}`
        const payBar = await page.evaluate(
          () => document.querySelector('.pay-bar')?.getBoundingClientRect().height ?? 0,
        )
        if (payBar > 66) findings.push(`${at}: a pay bar of ${payBar} px`)
        if (bars > viewport.height / 4) findings.push(`${at}: bars of ${bars} px`)
        await page.evaluate(() => scrollTo(0, 0))
        for (let n = 0; n < 40; n++) {
          await page.keyboard.press('Tab')
          const hidden = await page.evaluate(() => {
            const element = document.activeElement
            if (!element || element === document.body || element.closest('.skip-link')) return ''
            const target = element.matches('.item-radio, .channel-radio') ? (element.parentElement ?? element) : element
            // A link that goes over two lines is where its first line is.
            const { left, top, width, height } = target.getClientRects()[0] ?? target.getBoundingClientRect()
            const met = document.elementFromPoint(
              left + width / 2,
              Math.min(Math.max(top, 0) + Math.min(height, innerHeight) / 2, innerHeight - 1),
            )
            return met && (target.contains(met) || met.contains(target))
              ? ''
              : `${target.tagName} ${target.textContent.trim().slice(0, 30)}`
          })
          if (hidden) findings.push(`${at}: ${hidden} is hidden`)
        }
        await shot(page, `low-${viewport.width}-${path.replace(/\W+/g, '-')}`, false)
      }
      await close()
    }
    expect(findings, 'hidden').toEqual([])
  })

  it('the mark of a chosen option covers no words, and no number is separated from its percent sign', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const findings: string[] = []
    for (const locale of scripts) {
      const { page, close } = await browser.visit({ locale, viewport: desktop, token })
      await page.goto('/main/recharge')
      await chooseTarget(page)
      await page.locator('input[type=radio][value=gem_60]').waitFor()
      for (const viewport of [desktop, phone, smallPhone]) {
        await page.setViewportSize(viewport)
        await page.waitForTimeout(200)
        if ((await page.locator('#order-what[data-done]').count()) > 0) await openPart(page, 'what')
        for (const goods of await page
          .locator('.item-card .item-radio')
          .evaluateAll((all) => all.map((element) => (element as HTMLInputElement).value))) {
          // By keyboard, so that the list stays open on a phone, too.
          await focusOn(page.locator(`input[name=item][value=${goods}]`))
          await page.keyboard.press('Space')
          const over = await page.locator('.item-card:has(:checked)').evaluate((card) => {
            const mark = card.querySelector('.item-mark')?.getBoundingClientRect()
            if (!mark?.width) return ['no mark']
            const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
            const range = document.createRange()
            const entries: string[] = []
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
              range.selectNodeContents(text)
              for (const rect of range.getClientRects()) {
                const tag = text.parentElement?.closest('.item-tag')
                  ? undefined
                  : card.querySelector('.item-tag')?.getBoundingClientRect()
                if (
                  tag &&
                  rect.right > tag.left &&
                  rect.left < tag.right &&
                  rect.bottom > tag.top &&
                  rect.top < tag.bottom
                ) {
                  entries.push(`the tag on ${text.textContent ?? ''}`)
                }
                const apart =
                  rect.right <= mark.left ||
                  rect.left >= mark.right ||
                  rect.bottom <= mark.top ||
                  rect.top >= mark.bottom
                if (!apart) entries.push(`the mark on ${text.textContent ?? ''}`)
              }
              for (const { index, 0: number } of text.textContent?.matchAll(/\d+\s?%/g) ?? []) {
                range.setStart(text, index)
                range.setEnd(text, index + number.length)
                if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1)
                  entries.push(`${number} in two lines`)
              }
            }
            return entries
          })
          findings.push(...over.map((name) => `${locale} at ${viewport.width} px, ${goods}: ${name}`))
        }
        if (viewport !== desktop) await shot(page, `mark-${locale}-${viewport.width}`, false)
      }
      await close()
    }
    expect(findings, 'overlaps').toEqual([])
  })
})

describe('colours', () => {
  it('in forced colours a button has an edge, a chosen option differs from the others, and a select has its arrow', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    for (const viewport of [desktop, phone]) {
      const { page, close } = await browser.visit({ viewport, token })
      await page.emulateMedia({ forcedColors: 'active' })
      await page.goto('/main/home')
      await shot(page, `forced-home-${viewport.width}`)
      const edge = await page
        .locator('[data-track=home_items]')
        .first()
        .evaluate((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
          return (
            borderTopStyle === 'solid' && Number.parseFloat(borderTopWidth) >= 2 && borderTopColor !== backgroundColor
          )
        })
      expect(edge, 'the first button has no edge').toBe(true)
      await page.goto('/main/recharge')
      await chooseTarget(page)
      await chooseItem(page, 'gem_300')
      await shot(page, `forced-recharge-${viewport.width}`)
      const look = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { backgroundColor, color, outlineStyle, outlineWidth } = getComputedStyle(element)
            return [backgroundColor, color, outlineStyle, outlineWidth].join(' ')
          })
      for (const [active, other] of [
        ['.tab[aria-selected=true]', '.tab[aria-selected=false]'],
        ['.item-card:has(:checked)', '.item-card:not(:has(:checked))'],
      ] as const) {
        expect((await look(active)) !== (await look(other)), `${active} looks like the others`).toBe(true)
      }
      await close()
    }
  })
})

describe('words', () => {
  it('the tools of the header have their words from 1280 px on, and a tip below, by pointer and by keyboard', async () => {
    const findings: string[] = []
    for (const locale of [...scripts, 'vi-VN', 'ko-KR', 'zh-CN']) {
      const { page, close } = await browser.visit({ locale })
      await page.goto('/main/event')
      const words = (): Promise<{ text: string; seen: boolean }[]> =>
        page.locator('header .nav-word').evaluateAll((all) =>
          all.map((element) => {
            const bar = element.closest('header')?.getBoundingClientRect()
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return {
              text: element.textContent,
              seen:
                getComputedStyle(element).opacity === '1' &&
                bar !== undefined &&
                top >= bar.top &&
                bottom <= bar.bottom &&
                left >= 0 &&
                right <= innerWidth,
            }
          }),
        )
      for (const width of [1280, 1440, 1600]) {
        await page.setViewportSize({ width, height: 800 })
        findings.push(
          ...(await words())
            .filter((word) => !word.seen)
            .map((word) => `${locale} at ${width} px: ${word.text} is not seen`),
        )
      }
      await page.setViewportSize({ width: 1100, height: 800 })
      const help = page.locator('header .nav-tool').last()
      const tip = (): Promise<string> =>
        help.locator('.nav-word').evaluate(async (element) => {
          await Promise.all(element.getAnimations().map((each) => each.finished))
          return getComputedStyle(element).opacity
        })
      expect(await tip(), 'the tip before').toEqual('0')
      await help.hover()
      expect(await tip(), 'the tip under the pointer').toEqual('1')
      await page.mouse.move(5, 700)
      await focusOn(page.locator('header .nav-tool').nth(1))
      await page.keyboard.press('Tab')
      expect(await tip(), 'the tip of the focus').toEqual('1')
      await close()
    }
    expect(findings, 'words').toEqual([])
  })

  it('the login page greets nobody as known, shows where the account ID is, and leads to the game', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.goto('/login')
    await page.getByRole('heading', { level: 1, name: 'Log in with your game account' }).waitFor()
    expect(await page.getByText('Welcome back').count(), 'greetings').toEqual(0)
    await page.getByText('Where do I find my account ID?').click()
    await see(page, 'Your account ID is right under your name.')
    const art = page.locator('details img')
    await art.scrollIntoViewIfNeeded()
    await until('the picture', () => art.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0))
    await shot(page, 'login-where-390')
    await page.getByRole('link', { name: 'Get the game' }).click()
    await page.waitForURL('**/main/home#download')
    await close()
  })
})

describe('surfaces and colours', () => {
  const pages = ['/main/home', '/main/shop', '/main/shop/gem_980', '/main/event', '/main/recharge?item=gem_980']

  it('no text shines through a fixed bar, and no light rests on a card', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    for (const viewport of [desktop, phone]) {
      const { page, close } = await browser.visit({ viewport, token, motion: true })
      for (const path of pages) {
        await page.goto(path)
        await page.locator('.top-bar').waitFor()
        await page.evaluate(() => scrollTo(0, 400))
        await page.waitForTimeout(2_500)
        const findings = await page.evaluate(() => {
          const bars = document.querySelectorAll('.top-bar, .tab-bar, .pay-bar, .buy-bar')
          const clear = [...bars]
            .filter((bar) => getComputedStyle(bar).display !== 'none')
            .filter((bar) => !getComputedStyle(bar).backgroundColor.startsWith('rgb('))
          const cards = [...document.querySelectorAll('.goods, .item-card')]
          const lit = cards.filter((card) => Number(getComputedStyle(card, '::after').opacity) > 0)
          const hasLight = cards.filter((card) => getComputedStyle(card, '::after').content !== 'none')
          return [...clear, ...lit.filter((card) => hasLight.includes(card))].map((element) => element.className)
        })
        expect(findings, `${path} at ${viewport.width} px`).toEqual([])
      }
      await close()
    }
  })

  it('the colour of trouble is on no badge of an offer or an event', async () => {
    const { page, close } = await browser.visit({})
    for (const path of ['/main/home', '/main/shop', '/main/event']) {
      await page.goto(path)
      const badges = page.locator('main .badge')
      await badges.first().waitFor()
      const findings = await badges.evaluateAll((all) => {
        const probe = document.createElement('i')
        probe.style.color = 'var(--color-rose)'
        document.body.append(probe)
        const trouble = getComputedStyle(probe).color
        probe.remove()
        return all
          .filter((badge) => [getComputedStyle(badge).color, getComputedStyle(badge).backgroundColor].includes(trouble))
          .map((badge) => badge.textContent)
      })
      expect(findings, path).toEqual([])
    }
    await close()
  })
})
