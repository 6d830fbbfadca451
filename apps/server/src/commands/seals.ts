import { parseArgs } from 'node:util'
import { sealWithNewest } from '../care/seals/seals.ts'
import { command } from './command.ts'

const usage = `npm run hc -- seals [-- --move] [--json]

Says what the database keeps that an older secret of SESSION_SECRET sealed. --move seals it with the first one. Once it
says that nothing is left, SESSION_SECRET may list the first secret alone.`

/** `npm run hc -- seals`: exit code 1 while an older secret is needed, or a row is lost. */
await command(async ({ db, config, args }) => {
  const { values } = parseArgs({
    args,
    options: { move: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const sums = await sealWithNewest(db.query, config.sessionSecrets, { count: !values.move })
  const [left, lost] = [sums.reduce((sum, row) => sum + row.left, 0), sums.reduce((sum, row) => sum + row.lost, 0)]
  const ok = left === 0 && lost === 0
  if (values.json) return { ok, text: JSON.stringify({ ok, kinds: sums }) }
  const lines = sums
    .filter((row) => row.moved + row.left + row.lost > 0)
    .map(({ name, moved, left: wait, lost: gone }) =>
      [
        `${name}:`,
        ...(moved > 0 ? [`${moved} moved`] : []),
        ...(wait > 0 ? [`${wait} need an older secret`] : []),
        ...(gone > 0 ? [`${gone} no listed secret opens`] : []),
      ].join(' '),
    )
  return {
    ok,
    text: [
      ...lines,
      left === 0 ? 'nothing needs an older SESSION_SECRET' : `${left} rows need an older SESSION_SECRET`,
    ].join('\n'),
  }
}, usage)
