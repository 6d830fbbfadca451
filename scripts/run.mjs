// Runs on any Node from 20 with nothing installed. It installs missing packages, builds stale applications, and hands
// over to Node 24, which comes as a package. Plain JavaScript, no dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, noteBuilt, sourcesOf } from './built.mjs'
import { boxCommands, commandList, commands } from './commands.mjs'
import { nodeEnv, nodeFlags, serverMain } from './node-flags.mjs'
import { writeTextTypes } from './text-types.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const node24 = join(root, 'node_modules', '.bin', 'node')
const stampFile = join(root, 'node_modules', '.hc-installed')
const [task = 'start', ...rest] = process.argv.slice(2)

const say = (text) => {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}

function npm(args) {
  const cli = process.env.npm_execpath
  const [file, argv] = cli && /\.c?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args]
  // npm's own output goes to the error stream, so that this command prints only the program's output.
  const done = spawnSync(file, argv, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, npm_config_loglevel: 'error' },
  })
  if (done.status !== 0) fail(`npm ${args.join(' ')} failed: see above`)
}

/**
 * Installs the locked packages: for `npm start` only those that the shop needs to run, for everything else all of them.
 */
function install(everything) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const have = existsSync(stampFile) && existsSync(node24) ? readFileSync(stampFile, 'utf8').split(' ') : []
  if (have[0] === lock && (have[1] === 'all' || !everything)) return
  if (process.env.HC_NO_INSTALL === '1') return
  say(everything ? 'Installing packages …' : 'Installing packages (first start) …')
  // If packages are installed already, the missing ones are added beside them: a running shop keeps its own.
  if (have[0]) npm(['install', '--no-save', '--no-audit', '--no-fund', ...(everything ? ['--include=dev'] : [])])
  else npm(['ci', '--no-audit', '--no-fund', ...(everything ? ['--include=dev'] : ['--omit=dev'])])
  if (!existsSync(node24))
    fail('Node 24 was not installed: does npm ignore install scripts? See allowScripts in package.json.')
  writeFileSync(stampFile, `${lock} ${everything ? 'all' : 'shop'}`)
}

/** Builds the portal, the desk, the documents and the server, each if its sources have changed since its last build. */
function build(force) {
  writeTextTypes()
  for (const what of ['portal', 'console', 'docs', 'server']) {
    const now = sourcesOf(what)
    if (!force && isBuilt(what, now)) continue
    say(`Building the ${what} …`)
    const done = spawnSync(node24, [`apps/${what}/build.ts`], { cwd: root, stdio: ['ignore', 2, 2] })
    if (done.status !== 0) fail('the build failed: see above')
    noteBuilt(what, now)
  }
}

/** Runs Node 24 in the foreground, forwards signals to it, and exits with its code. */
function run(args, env = {}) {
  let told = false
  const child = spawn(node24, args, {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: nodeEnv.NODE_COMPILE_CACHE, ...process.env, ...env },
  })
  // Ctrl-C reaches the whole process group. A supervisor's SIGTERM reaches this process alone, or the group, and then
  // the child receives it twice. The child decides when it exits.
  process.on('SIGINT', () => {
    told = true
  })
  for (const signal of ['SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      told = true
      child.kill('SIGTERM')
    })
  child.on('error', (error) => {
    fail(error.message)
  })
  // A shop that was ended before it could handle a signal had not started anything.
  child.on('exit', (code, signal) => {
    process.exit(code ?? (signal && !(told && task === 'start') ? 1 : 0))
  })
}

/** Runs programs one after the other, each with the settings at its end, and stops at the first that fails. */
function inOrder(...programs) {
  for (const words of programs) {
    const env = Object.assign({}, ...words.filter((word) => typeof word === 'object'))
    const args = words.filter((word) => typeof word === 'string')
    const { status } = spawnSync(node24, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    if (status !== 0) process.exit(status ?? 1)
  }
}

/** Runs an operator's command. Without a name it lists them. The exit code for a name that is none is 2. */
function operate(name, args) {
  if (name === undefined || name === '--help' || name === 'help') {
    process.stdout.write(`${commandList}\n`)
    return
  }
  if (Object.hasOwn(boxCommands, name)) {
    say(`hc ${name} is a command of a box, and this is a clone: docs/runbooks/box.md`)
    process.exit(3)
  }
  if (!Object.hasOwn(commands, name)) {
    say(`there is no command "${name}"\n\n${commandList}`)
    process.exit(2)
  }
  install(false)
  run([`apps/server/src/commands/${name}.ts`, ...args])
}

const tasks = {
  start() {
    install(false)
    build(false)
    run([...nodeFlags, serverMain], nodeEnv)
  },
  dev() {
    install(true)
    // Changes in these folders restart the server; Vite reloads the portal's own files in the page.
    const watched = [
      'apps/server/src',
      'apps/server/seeds',
      'packages/domain/src',
      'packages/contract/src',
      'packages/channels/src',
    ]
    run(['--watch-preserve-output', ...watched.map((path) => `--watch-path=${path}`), 'apps/server/src/main.ts'], {
      HC_DEV: '1',
    })
  },
  build() {
    install(true)
    build(true)
  },
  test() {
    install(true)
    build(false)
    run(['test/proof/test.ts', ...rest])
  },
  check() {
    install(true)
    run(['test/checks/check.ts', ...rest])
  },
  fix() {
    install(true)
    for (const written of [['test/checks/decisions.ts'], ['scripts/release/release.ts', '--pages']])
      if (spawnSync(node24, written, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1)
    run(['node_modules/oxfmt/bin/oxfmt', '.'])
  },
  new() {
    install(true)
    run(['test/checks/new.ts', ...rest])
  },
  bench() {
    install(true)
    build(false)
    run(['test/bench/bench.ts', ...rest])
  },
  'bench-growth'() {
    install(true)
    build(false)
    run(['test/bench/growth.ts', ...rest])
  },
  chaos() {
    install(true)
    build(false)
    run(['test/proof/faults/faults.ts', '--seconds', '300', ...rest])
  },
  conformance() {
    install(true)
    run(['test/conformance/conformance.ts', ...rest])
  },
  hc() {
    const [name, ...args] = rest
    operate(name, args)
  },
  /** The commands' former names, for one release: `npm run refund` and so on. */
  former() {
    const [name, ...args] = rest
    say(`npm run ${name} is now: npm run hc -- ${name}`)
    operate(name, args)
  },
  release() {
    install(true)
    run(['scripts/release/release.ts', ...rest])
  },
  /** NOTICE, CHANGELOG.md and the pages of upgrades. */
  notice() {
    install(true)
    run(['scripts/release/release.ts', '--pages'])
  },
  sbom() {
    install(false)
    run(['test/checks/sbom.ts', ...rest])
  },
  'drill-failover'() {
    install(true)
    build(false)
    run(['test/proof/drill/failover.ts', ...rest])
  },
  'drill-restore'() {
    install(true)
    build(false)
    inOrder(['test/proof/drill/restore.ts', ...rest], ['test/proof/drill/night.ts', ...rest])
  },
  'drill-postgres'() {
    install(true)
    build(false)
    const api = ['test/proof/vitest.ts', '--project', 'api', ...rest]
    inOrder(...['17', 'newest', '15'].map((version) => [...api, { HC_TEST_POSTGRES: version }]))
  },
  'drill-box'() {
    install(true)
    build(false)
    if (rest.includes('--soak')) return run(['test/proof/drill/soak.ts', ...rest])
    const box = (...words) => ['test/proof/box.ts', ...words, { HC_BOX: 'required' }]
    if (rest.includes('--edge')) return inOrder(box(...rest))
    inOrder(
      box('--debian', '12'),
      box('--debian', '13'),
      box('--edge', 'none', 'nginx'),
      box('--edge', 'none', 'haproxy'),
      ['test/proof/drill/box-cuts.ts', ...rest],
    )
  },
  'drill-move'() {
    install(true)
    build(false)
    run(['test/proof/drill/move.ts', ...rest])
  },
  'drill-disk'() {
    install(true)
    build(false)
    run(['test/proof/drill/disk.ts', ...rest])
  },
  'drill-upgrade'() {
    install(true)
    build(false)
    run(['test/proof/drill/upgrade.ts', ...rest])
  },
  'drill-images'() {
    install(true)
    run(['test/proof/drill/images.ts', ...rest])
  },
  docs() {
    install(true)
    run(['apps/docs/build.ts', ...rest])
  },
  settings() {
    install(true)
    run(['test/checks/settings-page.ts', ...rest])
  },
  decisions() {
    install(true)
    run(['test/checks/decisions.ts', ...rest])
  },
  kits() {
    install(true)
    run(['integrations/generate.ts', ...rest])
  },
  'db-dump'() {
    install(true)
    run(['test/checks/db-dump.ts', ...rest])
  },
}

if (!tasks[task]) fail(`unknown task ${task}: one of ${Object.keys(tasks).join(', ')}`)
tasks[task]()
