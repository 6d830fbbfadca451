import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales } from '@hc/contract/locales'
import { film } from '@hc/test/film'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig, withBrand } from '../../config/config.ts'
import { readBrand } from './brand.ts'
import { legalPages } from './brand-schema.ts'
import { contrast, tokenOf, type Colour } from './palette.ts'

const brands = fileURLToPath(new URL('../../../../../brands/', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'hc-brand-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Json = Record<string, unknown> & {
  colours: Record<string, string>
  pictures: Record<string, unknown>
  seller: Record<string, unknown>
}

/** Makes a copy of the second brand with a fault in it, and returns the start's errors. */
let counter = 0
function mistakesOf(change: (dir: string) => void): string[] {
  const dir = join(root, String(counter++))
  cpSync(join(brands, 'maplewick'), dir, { recursive: true })
  change(dir)
  return readBrand(dir).mistakes
}

const inJson =
  (edit: (json: Json) => void) =>
  (dir: string): void => {
    const path = join(dir, 'brand.json')
    const json = JSON.parse(readFileSync(path, 'utf8')) as Json
    edit(json)
    writeFileSync(path, JSON.stringify(json))
  }

/** Starts like `npm start`, and returns the error. */
function refusalOf(env: Record<string, string>): string[] {
  try {
    withBrand(readConfig(env))
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

describe("a brand's folder", () => {
  it.each(['starfall', 'maplewick'])('%s has no mistake', (name) =>
    expect(readBrand(join(brands, name)).mistakes).toEqual([]),
  )

  it('names the contacts that Korea and India ask for, where a legal page has them', () => {
    const dir = join(root, 'contacts')
    cpSync(join(brands, 'maplewick'), dir, { recursive: true })
    const agent = { name: 'Agent & Co', address: ['1 Teheran-ro', 'Seoul'], email: 'agent@example.com' }
    const officer = { name: 'A. Rao', title: 'Grievance Officer', phone: '+91 11 5550 0100', email: 'rao@example.com' }
    inJson((json) => {
      json.seller.koreaAgent = agent
      json.seller.indiaOfficer = officer
    })(dir)
    writeFileSync(
      join(dir, 'legal/en-US/imprint.html'),
      '<h1>Imprint</h1><p>{{seller.koreaAgent}}</p><p>{{seller.indiaOfficer}}</p>',
    )
    const { mistakes, brand } = readBrand(dir)
    expect(mistakes).toEqual([])
    expect(brand?.legal('en-US').imprint.html).toBe(
      '<p>Agent &amp; Co<br />1 Teheran-ro<br />Seoul<br />agent@example.com</p>' +
        '<p>A. Rao<br />Grievance Officer<br />+91 11 5550 0100<br />rao@example.com</p>',
    )
  })

  it.each<[what: string, change: (dir: string) => void, line: RegExp]>([
    ['no brand.json', (dir) => rmSync(join(dir, 'brand.json')), /^brand\.json is missing$/],
    ['no JSON', (dir) => writeFileSync(join(dir, 'brand.json'), '{'), /^brand\.json is no JSON/],
    [
      'an unknown field',
      inJson((json) => {
        json.slogan = 'x'
      }),
      /^brand\.json slogan: is no field$/,
    ],
    [
      'an unknown colour',
      inJson((json) => {
        json.colours.violet = '#000000'
      }),
      /^brand\.json colours\.violet: is no field$/,
    ],
    [
      'a missing colour',
      inJson((json) => {
        Reflect.deleteProperty(json.colours, 'buy')
      }),
      /^brand\.json colours\.buy: /,
    ],
    [
      'a colour in words',
      inJson((json) => {
        json.colours.buy = 'gold'
      }),
      /^brand\.json colours\.buy: is a colour like/,
    ],
    [
      'weak text',
      inJson((json) => {
        json.colours.soft = '#c9c0b0'
      }),
      /^brand\.json colours\.soft: #c9c0b0 on page .* contrast of 1\.\d+:1, needed are 4\.5:1$/,
    ],
    [
      'a weak edge',
      inJson((json) => {
        json.colours.edge = '#e6d7b8'
      }),
      /^brand\.json colours\.edge: .* needed are 3:1$/,
    ],
    [
      'a film that is none',
      (dir) => {
        writeFileSync(join(dir, 'film.webm'), 'no film')
        inJson((json) => {
          json.pictures.heroVideo = 'film.webm'
          Reflect.deleteProperty(json.alternate as object, 'hero')
        })(dir)
      },
      /^brand\.json pictures\.heroVideo: film\.webm is not a webm file by its content$/,
    ],
    [
      'a film that is too heavy',
      (dir) => {
        writeFileSync(join(dir, 'film.webm'), Buffer.concat([film, Buffer.alloc(1_500_000)]))
        inJson((json) => {
          json.pictures.heroVideo = 'film.webm'
          Reflect.deleteProperty(json.alternate as object, 'hero')
        })(dir)
      },
      /^brand\.json pictures\.heroVideo: film\.webm has 15\d+ bytes, at most 1500000 are allowed$/,
    ],
    [
      'a picture in place of a film',
      inJson((json) => {
        json.pictures.heroVideo = json.pictures.share
        Reflect.deleteProperty(json.alternate as object, 'hero')
      }),
      /^brand\.json pictures\.heroVideo: art\/.* must be mp4 or webm$/,
    ],
    [
      'a film over pictures of two palettes',
      (dir) => {
        writeFileSync(join(dir, 'film.webm'), film)
        inJson((json) => {
          json.pictures.heroVideo = 'film.webm'
        })(dir)
      },
      /^brand\.json pictures\.heroVideo: is of one palette, and alternate\.hero gives the home page two$/,
    ],
    [
      'a missing file',
      (dir) => rmSync(join(dir, 'art/logo.svg')),
      /^brand\.json pictures\.logo: the file art\/logo\.svg is missing$/,
    ],
    [
      'weak text in the other palette',
      inJson((json) => {
        ;(json.alternate as Json).colours.soft = '#45456a'
      }),
      /^brand\.json alternate\.colours\.soft: #45456a on page .* needed are 4\.5:1$/,
    ],
    [
      'two palettes of one scheme',
      inJson((json) => {
        ;(json.alternate as Json).scheme = 'light'
      }),
      /^brand\.json alternate\.scheme: is light as scheme is, must be the other one$/,
    ],
    [
      'a missing picture of the other palette',
      (dir) => rmSync(join(dir, 'art/hero-evening.svg')),
      /^brand\.json alternate\.hero\.wide: the file art\/hero-evening\.svg is missing$/,
    ],
    [
      'a reading palette that is none',
      inJson((json) => {
        json.reading = 'dark'
      }),
      /^brand\.json reading: /,
    ],
    [
      'an unknown sky',
      inJson((json) => {
        json.sky = 'rain'
      }),
      /^brand\.json sky: /,
    ],
    [
      'an icon in colours of its own',
      (dir) =>
        writeFileSync(
          join(dir, 'art/icons/top-up.svg'),
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#f00" d="M0 0h9v9"/></svg>',
        ),
      /^brand\.json pictures\.icons\.topUp: art\/icons\/top-up\.svg must be drawn with currentColor$/,
    ],
    [
      'an icon that is too large',
      (dir) => {
        const path = join(dir, 'art/icons/currency.svg')
        writeFileSync(path, readFileSync(path, 'utf8').replace('</svg>', `<!--${'x'.repeat(2100)}--></svg>`))
      },
      /^brand\.json pictures\.icons\.currency: .* bytes, at most 2048 are allowed$/,
    ],
    [
      'a lock-up that is missing',
      (dir) => rmSync(join(dir, 'art/wordmark.svg')),
      /^brand\.json pictures\.wordmark: the file art\/wordmark\.svg is missing$/,
    ],
    [
      'a share picture of another size',
      inJson((json) => {
        json.pictures.share = 'art/icon-512.png'
      }),
      /^brand\.json pictures\.share: .* has 512 × 512 pixels, must have 1200 × 630$/,
    ],
    [
      'a logo of another kind',
      inJson((json) => {
        json.pictures.logo = 'fonts/OFL.txt'
      }),
      /^brand\.json pictures\.logo: fonts\/OFL\.txt must be svg or png or webp$/,
    ],
    [
      'a file that is not what its name says',
      (dir) => writeFileSync(join(dir, 'art/touch-icon.png'), 'no'),
      /^brand\.json pictures\.touchIcon: art\/touch-icon\.png is not a png file by its content$/,
    ],
    [
      'a picture with a script',
      (dir) =>
        writeFileSync(join(dir, 'art/empty.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      /^art\/empty\.svg: must hold no script/,
    ],
    [
      'a picture that every portal shows',
      (dir) => rmSync(join(dir, 'art/notfound.svg')),
      /^art\/notfound\.svg: is missing$/,
    ],
    [
      'a file outside the folder',
      inJson((json) => {
        json.pictures.hero = '../starfall/art/hero.svg'
      }),
      /^brand\.json pictures\.hero: is a file of the folder/,
    ],
    [
      'a face that is none',
      (dir) => writeFileSync(join(dir, 'fonts/baloo-2-latin-700-normal.woff2'), 'no'),
      /^brand\.json faces\.0\.file: .* is not a woff2 file by its content$/,
    ],
    [
      'a font that would end its declaration',
      inJson((json) => {
        json.fonts = { body: 'x;} body{display:none' }
      }),
      /^brand\.json fonts\.body: must not contain any of ; \{ \}/,
    ],
    [
      'half a currency',
      inJson((json) => {
        json.currency = { 'en-US': { one: 'Acorn' } }
      }),
      /^brand\.json currency\.en-US\.many: /,
    ],
    [
      'a short name that no phone shows',
      inJson((json) => {
        json.short = 'Maplewick Farm Shop'
      }),
      /^brand\.json short: is at most 12 characters/,
    ],
    [
      'no seller',
      inJson((json) => {
        Reflect.deleteProperty(json, 'seller')
      }),
      /^brand\.json seller: /,
    ],
    [
      'a missing legal page of the fallback',
      (dir) => rmSync(join(dir, 'legal/en-US/imprint.html')),
      /^legal\/en-US\/imprint\.html: is missing$/,
    ],
    [
      'an empty agreement',
      (dir) => writeFileSync(join(dir, 'legal/en-US/agreement.html'), '<h1>Agreement</h1>\n<p> </p>'),
      /^legal\/en-US\/agreement\.html: has no text under its heading$/,
    ],
    [
      'an agreement that is a script alone',
      (dir) => writeFileSync(join(dir, 'legal/en-US/agreement.html'), '<h1>Agreement</h1>\n<script>words()</script>'),
      /^legal\/en-US\/agreement\.html: has no text under its heading$/,
    ],
    [
      'a page without its heading',
      (dir) => writeFileSync(join(dir, 'legal/de-DE/privacy.html'), '<p>x</p>'),
      /^legal\/de-DE\/privacy\.html: must begin with its heading/,
    ],
    [
      'a page that names what nobody gave',
      (dir) => writeFileSync(join(dir, 'legal/de-DE/imprint.html'), '<h1>x</h1><p>{{seller.phone}}</p>'),
      /^legal\/de-DE\/imprint\.html: \{\{seller\.phone\}\} has no value in brand\.json/,
    ],
    [
      'a language of nobody',
      (dir) => cpSync(join(dir, 'legal/en-US'), join(dir, 'legal/xx-XX'), { recursive: true }),
      /^legal\/xx-XX: is no language of the shop$/,
    ],
  ])('with %s is refused by file and field', (_what, change, line) => {
    const mistakes = mistakesOf(change)
    expect(
      mistakes.filter((mistake) => line.test(mistake)),
      mistakes.join('\n'),
    ).not.toEqual([])
  })

  it('with several mistakes has a line for each', () => {
    const mistakes = mistakesOf((dir) => {
      rmSync(join(dir, 'art/logo.svg'))
      rmSync(join(dir, 'legal/en-US/refunds.html'))
      inJson((json) => {
        json.colours.faint = '#d0c8b8'
      })(dir)
    })
    for (const part of ['art/logo.svg', 'legal/en-US/refunds.html', 'colours.faint'])
      expect(
        mistakes.some((line) => line.includes(part)),
        part,
      ).toBe(true)
    expect(new Set(mistakes).size).toBe(mistakes.length)
  })

  it('of the default brand has the colours that the portal is built with', () => {
    const css = readFileSync(
      fileURLToPath(new URL('../../../../portal/src/styles/tokens.css', import.meta.url)),
      'utf8',
    )
    const { brand } = readBrand(join(brands, 'starfall'))
    const built = Object.fromEntries(
      [...css.matchAll(/--color-([\w-]+): #([0-9a-f]+);/g)].map(([, name = '', hex = '']) => [
        name,
        `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`,
      ]),
    )
    for (const name of Object.keys(tokenOf) as Colour[])
      expect([name, built[tokenOf[name]]]).toEqual([name, brand?.palette[name]])
  })

  it('tints the place of each drawing with its first large fill, and names the finer file of a photograph', () => {
    const dir = join(root, 'pictures')
    cpSync(join(brands, 'maplewick'), dir, { recursive: true })
    const photograph = readFileSync(join(dir, 'art/share.png'))
    writeFileSync(join(dir, 'art/items/gem_60.png'), photograph)
    cpSync(join(brands, 'maplewick/fonts'), join(dir, 'fonts'), { recursive: true })
    const webp = Buffer.concat([Buffer.from('RIFF0000WEBPVP8 '), Buffer.alloc(40)])
    writeFileSync(join(dir, 'art/items/gem_60@2x.webp'), webp)
    const { brand, mistakes } = readBrand(dir)
    expect(mistakes).toEqual([])
    expect(brand?.finer).toEqual({ '/art/items/gem_60.png': '/art/items/gem_60@2x.webp' })
    expect(brand?.css).toMatch(/img:is\([^)]*\[src="\/art\/items\/gem_60\.svg"\][^)]*\).*?\{--tint:#e7c48d\}/)
  })

  it('of the default brand reads on white paper in its own hues, unless the player chose the dark', () => {
    const { brand } = readBrand(join(brands, 'starfall'))
    expect(brand?.css).toMatch(/:root:not\(\[data-theme=dark\]\) \.paper\{--color-night:#ffffff/)
    expect(readBrand(join(brands, 'maplewick')).brand?.css).not.toContain('.paper')
  })

  it('of the default brand has its legal pages in every language, and says that they are samples', () => {
    const { brand } = readBrand(join(brands, 'starfall'))
    const titles = locales.map((locale) => brand?.legal(locale).imprint.title)
    expect(new Set(titles).size).toBe(locales.length)
    for (const locale of locales)
      for (const page of legalPages)
        expect(brand?.legal(locale)[page].html.length, `${locale} ${page}`).toBeGreaterThan(60)
    expect(brand?.legal('de-DE').imprint.html).toContain('Sternwarte 1')
    expect(brand?.legal('en-US').refunds.html).toMatch(/Sample text/)
  })

  it('may lack the statement about accessibility, and gives the one of the fallback to a language without', () => {
    const statement = 'legal/en-US/accessibility.html'
    expect(mistakesOf((dir) => rmSync(join(dir, statement)))).toEqual([])
    const dir = join(root, 'statement')
    cpSync(join(brands, 'maplewick'), dir, { recursive: true })
    rmSync(join(dir, 'legal/de-DE/accessibility.html'))
    expect(readBrand(dir).brand?.legal('de-DE').accessibility?.title).toBe('Accessibility')
  })

  it("gives the fallback's pages to a language that it has none for", () => {
    const { brand } = readBrand(join(brands, 'maplewick'))
    expect(brand?.legal('ko-KR').refunds.title).toBe('Refunds')
    expect(brand?.legal('de-DE').refunds.title).toBe('Widerruf und Erstattung')
  })

  it('is measured as WCAG measures', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('a start', () => {
  it('with a wrong BRAND_DIR is refused, and the setting, the file and the field are named', () => {
    expect(refusalOf({ BRAND_DIR: '/nowhere' })).toEqual(['BRAND_DIR: /nowhere is no folder'])
    const dir = join(root, 'named')
    cpSync(join(brands, 'maplewick'), dir, { recursive: true })
    inJson((json) => {
      json.colours.ink = '#ccc4b4'
    })(dir)
    expect(refusalOf({ BRAND_DIR: dir })[0]).toMatch(/^BRAND_DIR: brand\.json colours\.ink: #ccc4b4 on page/)
  })

  it('that takes real money is refused while company and legal texts are samples, one line for each', () => {
    const lines = refusalOf({ PAYMENTS_MODE: 'live' })
    for (const what of ['seller', 'imprint', 'refunds', 'agreement', 'privacy'])
      expect(
        lines.filter((line) => line.startsWith('BRAND_DIR: ') && line.includes(what)),
        what,
      ).toHaveLength(1)
    expect(lines).toHaveLength(5)
  })

  it('that takes real money is refused where such a text is missing, and goes on where the publisher gave them all', () => {
    const dir = join(root, 'own')
    cpSync(join(brands, 'maplewick'), dir, { recursive: true })
    inJson((json) => {
      json.sample = false
    })(dir)
    expect(refusalOf({ PAYMENTS_MODE: 'live', BRAND_DIR: dir })).toEqual([])
    for (const page of ['imprint', 'refunds']) rmSync(join(dir, `legal/en-US/${page}.html`))
    expect(refusalOf({ PAYMENTS_MODE: 'live', BRAND_DIR: dir })).toEqual([
      'BRAND_DIR: legal/en-US/refunds.html: is missing',
      'BRAND_DIR: legal/en-US/imprint.html: is missing',
    ])
  })

  it('names the game by GAME_NAME, else by the brand, and mail comes from it', () => {
    expect(withBrand(readConfig({ BRAND_DIR: join(brands, 'maplewick') })).game.name).toBe('Maplewick Farm')
    const named = withBrand(readConfig({ BRAND_DIR: join(brands, 'maplewick'), GAME_NAME: 'Another Game' }))
    expect([named.game.name, named.mailFrom]).toEqual(['Another Game', 'Another Game <no-reply@localhost>'])
  })
})
