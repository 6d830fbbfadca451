import { sharedPostgres } from '../apps/server/testing/shared-postgres.ts'
import { freePort, type Shop, startShop } from '../apps/server/testing/shop.ts'
import { analyticsJourneys } from './analytics.ts'
import { openBrowser, type Stagehand } from './browser.ts'
import { brandJourneys } from './brand.ts'
import { brokenRules } from './error-screens.ts'
import { buyJourneys } from './buy.ts'
import { campaignJourneys } from './campaigns.ts'
import { deskJourneys } from './desk.ts'
import { deskDetails } from './desk-details.ts'
import { gateJourneys } from './desk-gates.ts'
import { insightJourneys } from './desk-insight.ts'
import { deskKeys } from './desk-keys.ts'
import { deskLanguages } from './desk-languages.ts'
import { deskPictures } from './desk-pictures.ts'
import { moneyJourneys } from './desk-money.ts'
import { supportJourneys } from './desk-support.ts'
import { deskCampaignJourneys } from './desk-campaigns.ts'
import { deskCatalogJourneys } from './desk-catalog.ts'
import { deskMarketJourneys } from './desk-market.ts'
import { deskFilesJourneys } from './desk-files.ts'
import { ownDataJourneys } from './own-data.ts'
import { keyboardRules } from './keyboard.ts'
import { lookContent, recordLook } from './known-content.ts'
import { lookRules } from './look.ts'
import { marketJourneys } from './markets.ts'
import { shopWindowJourneys } from './shop-window.ts'
import { pageRules } from './pages.ts'
import { thirdParties } from './parties.ts'
import { recoveryJourneys } from './recovery.ts'
import { promiseJourneys } from './mail-and-contact.ts'
import { close, failures, rule } from './runner.ts'
import { screenRules } from './screens.ts'
import { sessionJourneys } from './session.ts'
import { translatedPages } from './translated.ts'
import { signInJourneys } from './signin.ts'
import { withdrawJourneys } from './withdraw.ts'

/**
 * The journeys of a player in a real browser against a real shop. `node e2e/run.ts buy pages` runs some.
 * `node e2e/run.ts pages desk-languages --record` keeps what all languages passed with.
 */
const end = await sharedPostgres()
const parties = await thirdParties()
const deskPort = await freePort()
const shop = await startShop({
  ...parties.env,
  CONSOLE_PORT: String(deskPort),
  RETRY_BASE_MS: '200',
  REPAIR_AFTER_SECONDS: '3',
  // Some journeys say where their player is.
  COUNTRY_HEADER: 'x-country',
  RATE_LIMIT_PER_MINUTE: '1000000',
  ANALYTICS_PER_MINUTE: '1000000',
  // As in the demo that anybody starts: whoever names no country sees dollars all the same.
  DEMO_MARKETS: '1',
})
const browser = await openBrowser(shop.url)
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const content = process.argv.includes('--record') ? lookContent() : ''
const parts = {
  buy: buyJourneys,
  markets: marketJourneys,
  window: shopWindowJourneys,
  promises: promiseJourneys,
  recovery: recoveryJourneys,
  session: sessionJourneys,
  screens: screenRules,
  signin: signInJourneys,
  owndata: ownDataJourneys,
  withdraw: withdrawJourneys,
  campaigns: campaignJourneys,
  analytics: analyticsJourneys,
  look: lookRules,
  brand: brandJourneys,
  keyboard: keyboardRules,
  broken: brokenRules,
  translated: translatedPages,
  pages: pageRules,
  desk: (shop: Shop, browser: Stagehand) => deskJourneys(shop, browser, `http://localhost:${deskPort}`),
  'desk-details': (_shop: Shop, browser: Stagehand) => deskDetails(browser),
  'desk-gates': (_shop: Shop, browser: Stagehand) => gateJourneys(browser),
  'desk-insight': (_shop: Shop, browser: Stagehand) => insightJourneys(browser),
  'desk-money': (_shop: Shop, browser: Stagehand) => moneyJourneys(browser),
  'desk-support': (_shop: Shop, browser: Stagehand) => supportJourneys(browser),
  'desk-market': (_shop: Shop, browser: Stagehand) => deskMarketJourneys(browser),
  'desk-files': (_shop: Shop, browser: Stagehand) => deskFilesJourneys(browser),
  'desk-campaigns': (_shop: Shop, browser: Stagehand) => deskCampaignJourneys(browser),
  'desk-keys': (_shop: Shop, browser: Stagehand) => deskKeys(browser),
  'desk-pictures': (_shop: Shop, browser: Stagehand) => deskPictures(browser),
  'desk-languages': (_shop: Shop, browser: Stagehand) => deskLanguages(browser),
  'desk-catalog': (shop: Shop, browser: Stagehand) =>
    deskCatalogJourneys(shop, browser, `http://localhost:${deskPort}`),
}
const rows: string[] = []
for (const [name, part] of Object.entries(parts)) {
  // Pictures are made when somebody wants new ones.
  if (names.length > 0 ? !names.includes(name) : name === 'desk-pictures') continue
  const before = failures()
  await rule(`${name}: runs to its end`, async () => {
    await part(shop, browser)
  })
  if (failures() > before) rows.push(name)
}
await browser.end()
await shop.stop()
parties.stop()
await end()
if (content) recordLook(names, content, rows.length > 0)
// `npm test` runs these parts again.
if (rows.length > 0) process.stdout.write(`again: ${rows.join(' ')}\n`)
close()
