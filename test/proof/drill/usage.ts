import type { Box } from '../box/machine.ts'
import { must } from '../box/stage.ts'

/** What a box uses, by its units. */
export type Parts = ReadonlyMap<string, number>

/** The unit of the process of the folder `$p`; a process without one has its name. */
const unitOf = `unit=$(sed -nE 's#^[0-9]+:(name=systemd)?:.*/([^/]+\\.(service|scope))(/.*)?$#\\2#p' $p/cgroup 2> /dev/null | head -n 1)
  unit=\${unit:-$(cat $p/comm 2> /dev/null)}`

/** The lines `NAME VALUE` of a text, summed by name. */
function sums(text: string, factor: number): Map<string, number> {
  const parts = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [name = '', value = '0'] = line.trim().split(' ')
    // The look itself.
    if (/^(run-.*\.service|systemd-run)$/.test(name)) continue
    if (name !== '') parts.set(name, (parts.get(name) ?? 0) + Number(value) * factor)
  }
  return parts
}

/** Megabytes; a page that several processes share counts once. */
export async function memoryOf(box: Box): Promise<Parts> {
  const script = `for p in /proc/[0-9]*; do
  ${unitOf}
  echo "$unit $(sed -n 's/^Pss: *\\([0-9]*\\) kB/\\1/p' $p/smaps_rollup 2> /dev/null)"
done`
  return sums(await must(box, ['/bin/sh', '-c', script]), 1024 / 1e6)
}

/**
 * Percent of a core. The time of a process that ended is its parent's, so what timers start is the time of systemd's
 * children.
 */
export async function cpuOver(box: Box, seconds: number): Promise<Parts> {
  // What follows the name in brackets begins with field 3 of proc(5); its times are fields 14 to 17.
  const script = `look() {
  for p in /proc/[0-9]*; do
    ${unitOf}
    set -- $(sed 's/^.*) //' $p/stat 2> /dev/null)
    [ $# -gt 14 ] || continue
    shift 11
    if [ $p = /proc/1 ]; then echo "systemd $sign$(($1 + $2))"; echo "timers $sign$(($3 + $4))"
    else echo "$unit $sign$(($1 + $2 + $3 + $4))"; fi
  done
}
sign=-; look; sleep ${seconds}; sign=; look
echo "ticks $(getconf CLK_TCK)"`
  const parts = sums(await must(box, ['/bin/sh', '-c', script], (seconds + 60) * 1000), 1)
  const ticks = parts.get('ticks') ?? 100
  parts.delete('ticks')
  const percents = new Map([...parts].map(([name, value]) => [name, (value / ticks / seconds) * 100]))
  // A timer's unit that ran at the first look and has ended.
  for (const [name, value] of percents)
    if (value < 0) {
      percents.delete(name)
      percents.set('timers', (percents.get('timers') ?? 0) + value)
    }
  return percents
}
