#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// The database cluster's own authority and one certificate a role, by the openssl command; files that are there stay as
// they are.
//   node deploy/certificates.mjs [FOLDER]                      for compose.yaml, in deploy/secrets
//   node deploy/certificates.mjs FOLDER --release NAME         for the chart
//   node deploy/certificates.mjs FOLDER --etcd A,B,C --postgres A,B,C,PROXY --pgbouncer A     names and addresses of
// your own
//   … --renew: new certificates with the names of those that are there; … --new-ca: a new authority beside the old one;
// … --check DAYS: whether each lasts so long
const CA_DAYS = 3650
const DAYS = 730
const LOCAL = ['localhost', '127.0.0.1']
const USES = { etcd: 'serverAuth,clientAuth', postgres: 'serverAuth', pgbouncer: 'serverAuth', patroni: 'clientAuth' }
const roles = Object.keys(USES)

/** Names and addresses under which each role is called. `postgres` has the proxy's too: TLS goes through it. */
function namesOf(release) {
  const members = (part, from) => [0, 1, 2].map((i) => `${part}${i + from}`)
  if (release)
    return {
      etcd: members(`${release}-etcd-`, 0),
      postgres: [...members(`${release}-patroni-`, 0), `${release}-haproxy`],
      pgbouncer: [`${release}-pgbouncer`],
    }
  return {
    etcd: members('172.30.7.2', 1),
    postgres: [...members('n', 1), ...members('172.30.7.1', 1), 'haproxy'],
    pgbouncer: ['pgbouncer'],
  }
}

const openssl = (...args) => execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-batch']

function makeAuthority(folder) {
  const [cert, key] = [join(folder, 'ca.crt'), join(folder, 'ca.key')]
  const old = existsSync(cert) ? readFileSync(cert, 'utf8') : ''
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    String(CA_DAYS),
    '-subj',
    `/CN=HC Portal database ${randomBytes(3).toString('hex')}`,
    '-keyout',
    `${key}.new`,
    '-out',
    `${cert}.new`,
    '-addext',
    'basicConstraints=critical,CA:TRUE,pathlen:0',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
  )
  chmodSync(`${key}.new`, 0o600)
  // Both are believed until everything has a certificate of the new one, which stands first and signs.
  writeFileSync(cert, readFileSync(`${cert}.new`, 'utf8') + old)
  rmSync(`${cert}.new`)
  renameSync(`${key}.new`, key)
}

function makeCertificate(folder, role, names, temporary) {
  const [key, request, extensions, cert] = ['key', 'csr', 'ext', 'crt'].map((end) => join(temporary, `${role}.${end}`))
  openssl('req', '-new', ...newKey, '-subj', `/CN=hc-${role}`, '-keyout', key, '-out', request)
  // A client has no names: etcd would compare them with the address that it comes from.
  const called = names
    ? [`subjectAltName=${[...names, ...LOCAL].map((name) => `${isIP(name) ? 'IP' : 'DNS'}:${name}`).join(',')}`]
    : []
  writeFileSync(
    extensions,
    [
      'basicConstraints=critical,CA:FALSE',
      'keyUsage=critical,digitalSignature',
      `extendedKeyUsage=${USES[role]}`,
      ...called,
    ].join('\n'),
  )
  openssl(
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    join(folder, 'ca.crt'),
    '-CAkey',
    join(folder, 'ca.key'),
    '-set_serial',
    `0x${randomBytes(16).toString('hex').replace(/^./, '1')}`,
    '-days',
    String(DAYS),
    '-sha256',
    '-extfile',
    extensions,
    '-out',
    cert,
  )
  // Written into the files that are there: a container has them mounted one by one, and reads them as a user of its
  // own.
  for (const end of ['key', 'crt']) {
    writeFileSync(join(folder, `${role}.${end}`), readFileSync(join(temporary, `${role}.${end}`)))
    chmodSync(join(folder, `${role}.${end}`), 0o644)
  }
}

/** The names of a certificate that is there. */
const namesIn = (path) =>
  new X509Certificate(readFileSync(path)).subjectAltName
    ?.split(', ')
    .map((name) => name.replace(/^(DNS|IP Address):/, ''))
    .filter((name) => !LOCAL.includes(name))

/** Makes what is not there, with `renew` every certificate anew; gives the names of what it made. */
export function certify(folder, { release, own = {}, renew = false, newCa = false }) {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const made = []
  if (newCa || !existsSync(join(folder, 'ca.crt'))) {
    makeAuthority(folder)
    made.push('ca.crt')
  }
  const temporary = mkdtempSync(join(tmpdir(), 'hc-certificates-'))
  try {
    for (const role of roles) {
      const there = existsSync(join(folder, `${role}.crt`))
      if (there && !renew) continue
      makeCertificate(
        folder,
        role,
        role === 'patroni'
          ? null
          : (own[role] ?? (there ? namesIn(join(folder, `${role}.crt`)) : namesOf(release)[role])),
        temporary,
      )
      made.push(`${role}.crt`)
    }
  } finally {
    rmSync(temporary, { recursive: true })
  }
  return made
}

/** Certificates that do not last so many days. */
function ending(folder, days) {
  return ['ca', ...roles].filter((role) => {
    try {
      openssl('x509', '-in', join(folder, `${role}.crt`), '-noout', '-checkend', String(days * 86_400))
      return false
    } catch {
      return true
    }
  })
}

function main() {
  const {
    values,
    positionals: [folder = 'deploy/secrets'],
  } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: 'string' },
      etcd: { type: 'string' },
      postgres: { type: 'string' },
      pgbouncer: { type: 'string' },
      renew: { type: 'boolean' },
      'new-ca': { type: 'boolean' },
      check: { type: 'string' },
    },
  })
  if (values.check !== undefined) {
    const soon = ending(folder, Number(values.check))
    if (soon.length > 0) throw new Error(`not valid for ${values.check} more days: ${soon.join(', ')}`)
    return 'all certificates last'
  }
  const own = Object.fromEntries(
    roles.filter((role) => values[role] !== undefined).map((role) => [role, values[role].split(',')]),
  )
  const made = certify(folder, { release: values.release, own, renew: values.renew, newCa: values['new-ca'] })
  return made.length > 0 ? `${made.join(', ')} in ${folder}` : `${folder} has them all: nothing was written`
}

if (import.meta.main ?? process.argv[1]?.endsWith('certificates.mjs')) {
  try {
    process.stdout.write(`${main()}\n`)
  } catch (error) {
    process.stderr.write(`${error.stderr || error.message}\n`)
    process.exit(1)
  }
}
