import { expect, rule } from '../../kit/rules.ts'
import { sleep } from '../../kit/shop.ts'
import type { Box, Ran } from './machine.ts'

/** The nights of a box: its units make, ship and prove a backup; bytes flip; the shop goes back to a moment. */
const HC = '/usr/local/bin/hc'
const NIGHT_MS = 240_000

const wordsOf = ({ code, output, errors }: Ran): string => `exit ${code}\n${output}\n${errors}`.slice(-3000)
const sh = (box: Box, text: string, ms = 60_000): Promise<Ran> => box.run(['/bin/sh', '-c', text], ms)
/** What a statement gives, on the box's own database. It goes in as a file's text, so it may have any quotes. */
async function sql(box: Box, text: string): Promise<string> {
  const encoded = Buffer.from(text).toString('base64')
  const psql = 'runuser -u postgres -- psql -X -A -t -q -v ON_ERROR_STOP=1 hc_portal'
  const ran = await sh(box, `echo ${encoded} | base64 -d | ${psql}`)
  expect(ran.code === 0, wordsOf(ran))
  return ran.output.trim()
}

/** Runs the night's unit as its timer does, and gives what it said. */
async function night(box: Box): Promise<Ran> {
  const { code } = await box.run(['/usr/bin/systemctl', 'start', 'hc-backup.service'], NIGHT_MS)
  const last =
    'journalctl --namespace=hc -o cat _SYSTEMD_INVOCATION_ID=$(systemctl show -p InvocationID --value hc-backup)'
  const { output } = await sh(box, last)
  return { code, output, errors: '' }
}

/** A proof's copy runs for seconds: its network is looked at while it does. */
const lookAtCopy = `for i in $(seq 1000); do
  pid=$(systemctl show -p MainPID --value hc-copy 2> /dev/null)
  if [ "$(cat /proc/\${pid:-0}/comm 2> /dev/null)" = postgres ]; then sed -n 's/^ *\\([a-z0-9]*\\):.*/\\1/p' /proc/$pid/net/dev; exit; fi
  sleep 0.05
done`

/** Before anything is sold. */
export async function firstNight(box: Box): Promise<void> {
  await rule('the timers of backups run, and the log goes to the place sealed, without a hand', async () => {
    const { output } = await box.run(['/usr/bin/systemctl', 'list-timers', '--no-legend'])
    expect(/hc-backup\.timer/.test(output) && /hc-ship\.timer/.test(output), output)
    const settings = await sql(box, `select current_setting('archive_mode') || current_setting('archive_timeout')`)
    expect(settings === 'on1min', settings)
  })
  await rule('the night’s unit makes a backup, and proves it on a copy without any network', async () => {
    const [ran, network] = await Promise.all([night(box), sh(box, lookAtCopy, NIGHT_MS)])
    expect(ran.code === 0 && /restored in \d+ s, equal to the shop/.test(ran.output), wordsOf(ran))
    expect(network.output.trim() === 'lo', `the copy's network: ${network.output}`)
    const left = await sh(box, 'ls -A /var/lib/postgresql/*/hc-copies /run/hc-portal/tonight.pub 2> /dev/null')
    expect(!left.output.includes('proof') && !left.output.includes('tonight'), left.output)
  })
}

const PLACE = '/srv/backups'
/** While this stands before the real one, the copying from the place finds one byte of a file changed there. */
const flippingCopy = `#!/bin/sh
case "$1" in ${PLACE}/PATTERN)
  if [ ! -e /run/flipped ]; then
    at=$(($(stat -c %s "$1") / 2)) && echo "$1" > /run/flipped
    byte=$(od -An -tu1 -j $at -N 1 "$1")
    printf "\\\\$(printf %o $((byte ^ 1)))" | dd of="$1" bs=1 seek=$at conv=notrunc 2> /dev/null
  fi ;;
esac
exec /usr/bin/cp "$@"
`

async function flips(box: Box, what: string, pattern: string): Promise<void> {
  await rule(`one flipped byte in ${what}: the proof says no, and names the file`, async () => {
    const script = Buffer.from(flippingCopy.replace('PATTERN', pattern)).toString('base64')
    const cp = '/usr/local/sbin/cp'
    await sh(box, `rm -f /run/flipped; echo ${script} | base64 -d > ${cp}; chmod 755 ${cp}`)
    const ran = await night(box)
    const file = (await sh(box, `cat /run/flipped; rm ${cp}`)).output.trim().slice(PLACE.length + 1)
    expect(file !== '' && ran.code !== 0 && ran.output.includes(`${file} is damaged`), `${file}: ${wordsOf(ran)}`)
    const noted = await sql(box, 'select equal || detail from desk.backup_proof order by proved_at desc limit 1')
    expect(noted.startsWith(`false${file} is damaged`), noted)
  })
}

/** Runs a command that asks for the recovery key. */
const typed = async (box: Box, key: string, command: string): Promise<Ran> =>
  await sh(
    box,
    `umask 077; echo ${key} > /run/typed; ${HC} ${command} < /run/typed; code=$?; rm /run/typed; exit $code`,
    NIGHT_MS,
  )

/** After the sale. `key`: the recovery key, as the install showed it. */
export async function goesBack(box: Box, key: string): Promise<void> {
  await rule('the shop goes back to a moment: its books are those of then, and who was deleted stays so', async () => {
    const at = await sql(
      box,
      `select to_char(date_trunc('second', now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from pg_sleep(1)`,
    )
    const before = await sql(box, `select desk.digests_to_prove('${at}')`)
    await sleep(1200)
    const left = await sql(
      box,
      `select forget_account(account_id, 'gone-0123456789abcdef') from account where uid = 'u1'`,
    )
    expect(left === 'done', `the player's deletion: ${left}`)
    const shipped = await box.run([HC, 'ship'])
    expect(shipped.code === 0, wordsOf(shipped))
    const ran = await typed(box, key, `restore --at ${at} --yes`)
    expect(ran.code === 0, wordsOf(ran))
    expect(ran.output.includes('Nothing is lost: the shop has no order after'), wordsOf(ran))
    expect(ran.output.includes('1 deleted players were in it and are deleted again'), wordsOf(ran))
    const differ = await sql(box, `select desk.digests_that_differ($hc$${before}$hc$)`)
    expect(differ === '[]', differ.slice(0, 1000))
    const after = await sql(
      box,
      `select (select count(*) from orders) || ' ' || (select count(*) from account where uid = 'u1') || ' '
        || (select count(*) from account where deleted_at is not null)`,
    )
    expect(after === '1 0 1', `orders, accounts of the player, deleted accounts: ${after}`)
    const audit = await sql(box, `select count(*) from desk.audit a where a.line like '%backup.restored%'`)
    expect(audit === '1', `lines of the audit: ${audit}`)
    const doctor = await box.run([HC, 'doctor'])
    expect(doctor.code === 0 && doctor.output.includes(' 0 broken'), wordsOf(doctor))
    expect((await box.run([HC, 'status'])).code === 0, 'the shop is ready')
  })
}

/** Further nights. `isWhole`: a byte is flipped in each kind of file. */
export async function laterNights(box: Box, key: string, isWhole: boolean): Promise<void> {
  await flips(box, 'the base', 'base-*Z.age')
  if (isWhole) {
    await flips(box, 'the log', '0*.age')
    await flips(box, 'box.tar', 'base-*.box.age')
  }
  await rule('the night after is proved, the recovery key opens it, and the desk says so', async () => {
    const ran = await night(box)
    expect(ran.code === 0 && ran.output.includes('equal to the shop'), wordsOf(ran))
    const opened = await typed(box, key, 'backup key --check')
    expect(opened.code === 0 && /The key opened base-/.test(opened.output), wordsOf(opened))
    const check = await box.run([HC, 'check'])
    expect(/● +\d+ Backup +Restored and equal to the shop/.test(check.output), check.output)
    const status = await box.run([HC, 'status'])
    expect(/OK +Backup +restored \d\d:\d\d in \d+ s, equal up to/.test(status.output), status.output)
    expect(
      !(await sh(box, `journalctl --namespace=+hc --no-pager | grep -c ${key.slice(0, 40)}`)).output.startsWith('1'),
      'key',
    )
  })
}
