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
  const [waitingRows, lostRows] = [
    sums.reduce((sum, row) => sum + row.left, 0),
    sums.reduce((sum, row) => sum + row.lost, 0),
  ]
  const ok = waitingRows === 0 && lostRows === 0
  if (values.json) return { ok, text: JSON.stringify({ ok, kinds: sums }) }
  const lines = sums
    .filter((row) => row.moved + row.left + row.lost > 0)
    .map((row) =>
      [
        `${row.name}:`,
        ...(row.moved > 0 ? [`${row.moved} moved`] : []),
        ...(row.left > 0 ? [`${row.left} need an older secret`] : []),
        ...(row.lost > 0 ? [`${row.lost} no listed secret opens`] : []),
      ].join(' '),
    )
  return {
    ok,
    text: [
      ...lines,
      waitingRows === 0 ? 'nothing needs an older SESSION_SECRET' : `${waitingRows} rows need an older SESSION_SECRET`,
    ].join('\n'),
  }
}, usage)
