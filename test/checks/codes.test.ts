import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as codes from '@hc/contract/desk-codes'
import { draftedKinds } from '@hc/contract/desk/kinds'
import { deskTexts } from '@hc/i18n/texts'

const { codes: words, words: ruleNames } = deskTexts('en-US')

const server = new URL('../../apps/server/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, server), 'utf8')
const all = (folder: string, end: string): string =>
  readdirSync(new URL(folder, server), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.endsWith(`.test${end}`))
    .map((name) => read(`${folder}${name}`))
    .join('\n')
const functions = all('sql/functions/', '.sql')
const schema = read('sql/schema.sql')
const source = all('src/', '.ts')

/** The distinct matches of a pattern's groups. */
const wordsIn = (text: string, pattern: RegExp): string[] =>
  [
    ...new Set([...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined))),
  ].sort()
const sorted = (list: readonly string[]): string[] => [...new Set(list)].sort()
const bodyOf = (name: string): string =>
  new RegExp(`create or replace function ${name}\\([\\s\\S]*?\\$\\$;?\\n`).exec(functions)?.[0] ?? ''
const columnsOf = (table: string): string[] => {
  const [, columns = ''] = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\);`).exec(schema) ?? []
  return wordsIn(columns, /^ {2}"?(\w+)"? /gm)
}

describe('codes that the desk shows in words', () => {
  it('reasons of journals are those that the functions write', () => {
    const reasons = wordsIn(functions, /insert into ledger_journal \(reason[^)]*\)\s+(?:values \(|select )([^,]*?),/g)
    const plain = reasons.flatMap((reason) => wordsIn(reason, /(?:^|then |else )'(\w+)'/g))
    expect(sorted(plain)).toEqual(sorted(codes.journalReasons))
  })

  it('outcomes of webhooks are those that the functions answer', () => {
    const bodies = ['capture', 'refunded_in', 'refund_failed', 'dispute', 'approved', 'refused'].map((name) => {
      const body = bodyOf(`apply_${name}`)
      expect(body, name).not.toBe('')
      return body
    })
    const answers = wordsIn(bodies.join('\n'), /(?:return|result :=) '(\w*[a-z])'/g)
    expect(answers.filter((answer) => !(codes.outcomes as readonly string[]).includes(answer))).toEqual([])
  })

  it('reasons of holds, causes of orders and reasons of refunds are those that the functions write', () => {
    expect(wordsIn(functions, /set hold_reason = '(\w+)'/g)).toEqual(sorted(codes.holdReasons))
    const causes = wordsIn(functions, /cause = (?:case when [^']*'coin' then )?'(\w+)'/g)
    expect(causes.filter((cause) => !(codes.orderCauses as readonly string[]).includes(cause))).toEqual([])
    const refunds = wordsIn(functions, /queue_refund\(c, \w+, (?:case [^)]* then )?'(\w+)'/g)
    expect(refunds.filter((refund) => !(codes.refundReasons as readonly string[]).includes(refund))).toEqual([])
  })

  it('kinds of webhooks and of differences are those that the database allows', () => {
    const [, kinds = ''] = /reconcile_finding_kind_check CHECK \(\(kind = ANY \(ARRAY\[([^\]]*)\]/.exec(schema) ?? []
    expect(wordsIn(kinds, /'(\w+)'/g)).toEqual(sorted(codes.findingKinds))
    const [, news = ''] = /\(('paid', 'failed'[^)]*)\)/.exec(read('sql/functions/guards.sql')) ?? []
    expect(wordsIn(news, /'(\w+)'/g)).toEqual(sorted(codes.newsKinds))
  })

  it('each rule that ships has a name', () => {
    const rules = wordsIn(
      all('sql/migrations/', '.sql'),
      /^ {2}\('([a-z_.]+)', '[a-z_.]+', '(?:beyond|above|always)'/gm,
    )
    expect(rules.length).toBeGreaterThan(25)
    expect(rules.filter((rule) => !(rule.replaceAll('.', '_') in ruleNames.rules))).toEqual([])
  })

  it('each role of a process has a word', () => {
    const [, roles = ''] = /ROLE: z\s+\.enum\(\[([^\]]*)\]/.exec(read('src/config/schema.ts')) ?? []
    expect(wordsIn(roles, /'(\w+)'/g)).toEqual(sorted(Object.keys(ruleNames.process)))
  })

  it('each kind of target that the audit names has a word', () => {
    const named = wordsIn(
      `${functions}\n${schema}\n${all('sql/migrations/', '.sql')}\n${source}`,
      /desk\.(?:audit_change|audit_hand|note)\('(\w+)'/g,
    )
    expect(named.filter((kind) => !(kind in words.target))).toEqual([])
  })

  it('each action of the audit that is no call of the desk has a word', () => {
    const acts = [
      ...wordsIn(functions, /desk\.act\('[^']*', '([\w./]+)'/g),
      ...wordsIn(source, /desk\.act\('[^']*', '([\w./]+)'/g),
      ...wordsIn(source, /action: '(\w+\/\w+)'/g),
      'sql.insert',
      'sql.update',
      'sql.delete',
    ]
    expect(acts.filter((act) => !(act.replace(/[/.]/, '_') in words.act))).toEqual([])
  })

  it('each field of what is edited, and each fact of an order’s timeline, has a word', () => {
    const unseen = ['version', 'channel_code', 'id', 'name', 'locale', 'campaign_id', 'used', 'exhausted_at']
    const campaigns = draftedKinds.map((kind) => `${kind}_campaign`)
    const fields = ['product', 'payment_channel', 'article', 'content_block', ...campaigns]
      .flatMap(columnsOf)
      .filter((name) => !unseen.includes(name))
    expect(fields.length).toBeGreaterThan(30)
    const facts = wordsIn(read('src/desk/orders/timeline.ts'), /facts: \{([^}]*)\}/g).flatMap((fact) =>
      wordsIn(fact, /(?:^|[,\s])(\w+): /g),
    )
    expect(facts.length).toBeGreaterThan(15)
    expect([...fields, ...facts].filter((name) => !(name in words.fact))).toEqual([])
  })
})
