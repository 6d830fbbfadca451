import { keysOf } from '@hc/domain/record'
import type { Brand } from '../src/shop/brand/brand.ts'
import { sanitizeArticle } from '../src/platform/sanitize.ts'
import type { Query } from '../src/platform/db.ts'
import { articles } from './articles/index.ts'
import { demoOf } from './brand-demo.ts'
import { downloads, homeTexts } from './home.ts'
import type { Locale } from './locale.ts'

type Texts = Partial<(typeof articles)[number]['texts']>
/** HTML is cleaned when it is stored, and once more when it is shown. */
const cleaned = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([locale, text]) => [locale, { ...text, html: sanitizeArticle(text.html) }]),
  )

/** Articles and the home page, once. Some hundred texts: loaded where they are not in the database yet. */
export async function seedContent(q: Query, brand: Brand): Promise<void> {
  const demoContent = demoOf(brand)
  for (const article of demoContent?.articles ?? articles) {
    await q(
      {
        text: `insert into article (id, type, img, created_at, pinned, hot, texts, starts_at, ends_at)
             values ($1, $2, $3, to_timestamp($4), $5, $6, $7, to_timestamp($8), to_timestamp($9)) on conflict do nothing`,
      },
      [
        article.id,
        article.type,
        article.img,
        article.createTs,
        article.pinned,
        article.hot,
        JSON.stringify(cleaned(article.texts)),
        article.runs?.startTs ?? null,
        article.runs?.endTs ?? null,
      ],
    )
  }
  const home = demoContent?.home ?? homeTexts
  for (const locale of keysOf<Locale>(home)) {
    const texts = home[locale]
    if (!texts) continue
    const value = {
      ...texts,
      hero: { ...texts.hero, img: '/art/hero.svg', imgNarrow: '/art/hero-narrow.svg' },
      downloads: demoContent?.downloads ?? downloads,
      footer: brand.legal(locale),
    }
    await q(
      { text: `insert into content_block (name, locale, value) values ('home', $1, $2) on conflict do nothing` },
      [locale, JSON.stringify(value)],
    )
  }
}
