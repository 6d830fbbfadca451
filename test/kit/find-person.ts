import type pg from 'pg'

/**
 * Other parties' books in the demo: a gateway and a game know their customers, and the shop never reads their books.
 */
const PARTIES = ['sandbox', 'demo_game']

/**
 * Finds a person's data in the whole database: each table and column that contains one of the words, in any letter
 * case, in text, JSON, arrays or bytes. It reads the tables from the catalog, so it covers future tables, too.
 */
export async function namedIn(db: pg.Pool, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and n.nspname <> all($1) order by 1`,
    [PARTIES],
  )
  const names = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')])
  const matches = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await db.query<{ key: string; word: string }>(
      `
      select distinct e.key, w.word from ${name} t cross join lateral jsonb_each_text(to_jsonb(t)) e
        join unnest($1::text[]) w(word) on position(w.word in lower(e.value)) > 0`,
      [names],
    )
    for (const { key, word } of rows) matches.add(`${name}.${key}: ${word}`)
  }
  return [...matches]
}
