import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { locales } from '@hc/contract/locales'
import type { Brand } from '../src/shop/brand/brand.ts'
import { ConfigError } from '../src/config/error.ts'

const inLanguages = <T extends z.ZodType>(item: T) =>
  z.partialRecord(z.enum(locales), item).refine((texts) => texts['en-US'] !== undefined, 'needs en-US')
const schema = z.strictObject({
  goodsTexts: z.record(z.string(), inLanguages(z.strictObject({ name: z.string().min(1), desc: z.string() }))),
  rebate: inLanguages(z.strictObject({ name: z.string().min(1), desc: z.string() })),
  articles: z.array(
    z.strictObject({
      id: z.string().min(1),
      type: z.number().int().min(1).max(3),
      img: z.string().startsWith('/art/'),
      createTs: z.number().int(),
      pinned: z.boolean(),
      hot: z.boolean(),
      runs: z.strictObject({ startTs: z.number().int(), endTs: z.number().int() }).optional(),
      texts: inLanguages(z.strictObject({ title: z.string().min(1), summary: z.string(), html: z.string() })),
    }),
  ),
  downloads: z.array(
    z.strictObject({
      system: z.enum(['ios', 'android', 'windows', 'macos']),
      region: z.enum(['global', 'asia', 'europe']),
      url: z.string().nullable(),
      version: z.string(),
      size: z.string(),
    }),
  ),
  home: inLanguages(
    z.strictObject({
      hero: z.strictObject({ kicker: z.string(), title: z.string(), subtitle: z.string(), cta: z.string() }),
      features: z.array(
        z.strictObject({ id: z.string(), icon: z.string().startsWith('/art/'), title: z.string(), text: z.string() }),
      ),
      gameInfo: z.strictObject({
        title: z.string(),
        paragraphs: z.array(z.string()),
        facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
      }),
    }),
  ),
})
export type BrandDemo = z.infer<typeof schema>

/**
 * What a brand's folder has for the demo instead of the default one's goods, articles and home page: demo.json. @throws
 * ConfigError
 */
export function demoOf({ dir }: Pick<Brand, 'dir'>): BrandDemo | null {
  const path = join(dir, 'demo.json')
  if (!existsSync(path)) return null
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map((issue) => `BRAND_DIR: demo.json ${issue.path.join('.')}: ${issue.message}`).join('\n'),
  )
}
