import type { Me } from '@hc/contract/desk/calls'
import { Fragment, useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Block, Item, Span } from '@hc/markdown/read'
import { guides } from '../../help/guides.ts'
import { NoSuchPage } from '../../kit/no-such-page.tsx'
import { Page } from '../../kit/page.tsx'
import { hrefOf, pagesFor, type PageProps } from '../../kit/menu.ts'

/** One runbook, opened at the step in the address. */
export default function Guide({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const guide = guides.find(({ name }) => name === params.guide)
  useStep(guide?.name)
  if (!guide) return <NoSuchPage />
  const headings = guide.blocks.filter((block) => block.kind === 'heading')
  return (
    <Page title={guide.title} lang="en">
      <Back />
      {headings.length > 1 && (
        <nav className="card guide-parts" aria-label={t('help.parts')}>
          <ul lang="en">
            {headings.map(({ id, spans }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {spans.map(({ text }) => text).join('')}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <article className="card guide" lang="en">
        <Blocks me={me} blocks={guide.blocks} />
      </article>
    </Page>
  )
}

function Back() {
  const t = useTranslations('desk')
  const foreign = useLocale() !== 'en-US'
  return (
    <p>
      <Link className="link" href="/help">
        {t('help.all')}
      </Link>{' '}
      {foreign && <span className="soft">{t('help.english')}</span>}
    </p>
  )
}

/** Moves the focus to the step of the address, so that readers and screen readers start there. */
function useStep(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined
    const go = (): void => {
      const step = document.getElementById(decodeURIComponent(location.hash.slice(1)))
      step?.focus()
      step?.scrollIntoView()
    }
    go()
    window.addEventListener('hashchange', go)
    return () => window.removeEventListener('hashchange', go)
  }, [name])
}

type Of<T> = { me: Me } & T

function Blocks({ me, blocks }: Of<{ blocks: readonly Block[] }>) {
  return blocks.map((block, at) => <OneBlock key={at} me={me} block={block} />)
}

function OneBlock({ me, block }: Of<{ block: Block }>) {
  if (block.kind === 'code') return <pre>{block.text}</pre>
  if (block.kind === 'picture') return null
  if (block.kind === 'table') return <Table me={me} table={block} />
  if (block.kind === 'list') {
    const items = block.items.map((item, at) => <Step key={at} me={me} item={item} />)
    return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
  }
  const words = <Words me={me} spans={block.spans} />
  if (block.kind === 'paragraph') return <p>{words}</p>
  const Heading = block.level === 2 ? 'h2' : 'h3'
  return (
    <Heading id={block.id} tabIndex={-1}>
      {words}
    </Heading>
  )
}

function Step({ me, item: { id, blocks } }: Of<{ item: Item }>) {
  return (
    <li {...(id === '' ? {} : { id, tabIndex: -1 })}>
      <Blocks me={me} blocks={blocks} />
    </li>
  )
}

function Table({ me, table: { head, rows } }: Of<{ table: Extract<Block, { kind: 'table' }> }>) {
  return (
    <table className="list">
      <thead>
        <tr>
          {head.map((cell, at) => (
            <Head key={at} me={me} spans={cell} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) =>
              column === 0 ? (
                <th key={column} scope="row">
                  <Words me={me} spans={cell} />
                </th>
              ) : (
                <td key={column} data-label={head[column]?.map(({ text }) => text).join('')}>
                  <span>
                    <Words me={me} spans={cell} />
                  </span>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A column without a name has no heading. */
function Head({ me, spans }: Of<{ spans: readonly Span[] }>) {
  const Cell = spans.length === 0 ? 'td' : 'th'
  return (
    <Cell {...(spans.length > 0 && { scope: 'col' })}>
      <Words me={me} spans={spans} />
    </Cell>
  )
}

function Words({ me, spans }: Of<{ spans: readonly Span[] }>) {
  return spans.map((span, at) => <Word key={at} me={me} span={span} />)
}

function Word({ me, span: { kind, text, href, menu } }: Of<{ span: Span }>) {
  const label = kind === 'code' ? <code>{text}</code> : text
  if (href?.startsWith('/'))
    return (
      <Link className="link" href={href}>
        {label}
      </Link>
    )
  if (href !== undefined)
    return (
      <a className="link" href={href} rel="noreferrer">
        {label}
      </a>
    )
  const Loud = kind === 'strong' ? 'strong' : kind === 'em' ? 'em' : Fragment
  return <Loud>{menu === undefined ? label : <PageName me={me} menu={menu} text={text} />}</Loud>
}

/** A page that a runbook mentions, as a link; in other languages with its name in the menu. */
function PageName({ me, menu, text }: Of<{ menu: string; text: string }>) {
  const t = useTranslations('desk')
  const locale = useLocale()
  const page = pagesFor(me).find(
    ({ entry, tab }) => tab.text === `menu.${menu}` || (entry.text === `menu.${menu}` && tab === entry.tabs[0]),
  )
  if (!page) return text
  const label = t(page.tab.text === `menu.${menu}` ? page.tab.text : page.entry.text)
  return (
    <>
      <Link className="link" href={hrefOf(page.tab)}>
        {text}
      </Link>
      {label !== text && <span lang={locale}> ({label})</span>}
    </>
  )
}
