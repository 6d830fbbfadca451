import { addText } from './text.ts'
import { camel, type Reminders, Refused, type Tree, words } from './tree.ts'

const routes = 'apps/portal/src/routes.ts'

/** `npm run new -- page NAME`: /main/NAME. A page below `account` needs a session. */
export function newPage(tree: Tree, name: string): Reminders {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*(\/[a-z][a-z0-9]*(-[a-z0-9]+)*)?$/.test(name))
    throw new Refused(`"${name}" is no name of a page: small letters, digits and hyphens, like help or account/notes`)
  const path = `/main/${name}`
  const title = camel(name)
  const file = `main.${name.replace('/', '.')}`
  const page = `apps/portal/src/routes/${file}.tsx`
  if (tree.read(routes).includes(`'${path}'`)) throw new Refused(`the address ${path} is a page already`)
  if (tree.has(page)) throw new Refused(`${page} exists already`)
  const guarded = name.startsWith('account/')
  addText(tree, 'common', ['title', title], words(title))
  tree.create(
    page,
    `import { useTranslations } from 'use-intl'

export default function ${title.slice(0, 1).toUpperCase()}${title.slice(1)}Page() {
  const t = useTranslations('common')
  return (
    <div className="page py-10">
      <h1 className="heading-2">{t('title.${title}')}</h1>
    </div>
  )
}
`,
  )
  tree.create(
    `apps/portal/src/routes/${file}.test.ts`,
    `import { expect, it } from 'vitest'
import { importPage, matchRoute } from '../routes.ts'

it('${path} is a page of its own, ${guarded ? 'for players with a session' : 'for everybody'}', async () => {
  const { route } = matchRoute('${path}', '')
  expect(route).toMatchObject({ title: '${title}', guard: '${guarded ? 'player' : 'open'}', layout: 'main' })
  expect((await importPage(route)).default).toBeTypeOf('function')
})
`,
  )
  tree.before(
    routes,
    "  { path: '/login',",
    `  { ...${guarded ? 'player' : 'open'}, path: '${path}', title: '${title}', file: '${file}', namespaces: [] },\n`,
  )
  tree.into('apps/portal/src/paths.ts', 'export const paths = {', `  ${title}: '${path}',`)
  const list = guarded ? 'const guarded = [' : 'const open = ['
  tree.edit('test/kit/browser/paths.ts', (text) => {
    if (!text.includes(list)) throw new Refused(`test/kit/browser/paths.ts has no "${list}" any more`)
    return text.replace(list, `${list}'${path}', `)
  })
  return [
    `${page}: what the page shows; it has its heading alone`,
    `packages/i18n/texts/*/shop.json: common.title.${title} is "${words(title)}": write it, add it to the eight ` +
      'other languages',
    `${routes}: the namespaces of its texts, and a loader if the server renders its data`,
    `apps/portal/src/paths.ts: ${title} is the address; link to it from a page or from apps/portal/src/shell`,
    ...(guarded ? [] : ['apps/server/src/http/pages/seo.ts: its line of PAGES, if search engines should find it']),
    `test/kit/browser/paths.ts has the address: run node scripts/run.mjs build, then npm test -- test/e2e/shop/pages`,
    'docs/specification-evidence.md: the test of what the page promises',
  ]
}
