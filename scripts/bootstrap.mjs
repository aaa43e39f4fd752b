// Usage: node scripts/bootstrap.mjs TASK [ARG …], from package.json. Runs on any Node from 20 up: gets the toolchain that
// the project needs, installs, and hands over to scripts/TASK/main.ts, or to scripts/TASK when that is a file. Plain JavaScript because an old Node reads it.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from './node-flags.mjs'

const nodeVersion = '24.21.0'
const pnpmVersion = '12.21.0'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolchain = join(root, '.toolchain')
const windows = process.platform === 'win32'
const say = (text) => process.stderr.write(`${text}\n`)

const majorOf = (command) => {
  try {
    return Number(
      /(\d+)\./.exec(
        execFileSync(command, ['--version'], { encoding: 'utf8', shell: windows, stdio: ['ignore', 'pipe', 'ignore'] }),
      )?.[1] ?? 0,
    )
  } catch {
    return 0
  }
}

const ownNode = Number(process.versions.node.split('.')[0]) >= 24
const platformPackage = `node-${windows ? 'win' : process.platform}-${process.arch}`
const fetchedNode = join(toolchain, 'node_modules', platformPackage, 'bin')
const fetchedPnpm = join(toolchain, 'node_modules', '.bin')

const path = []
const wanted = []
if (!ownNode) {
  path.push(fetchedNode)
  if (!existsSync(fetchedNode)) wanted.push(`${platformPackage}@${nodeVersion}`)
}
if (majorOf('pnpm') < 12) {
  path.push(fetchedPnpm)
  if (!existsSync(join(fetchedPnpm, 'pnpm'))) wanted.push(`pnpm@${pnpmVersion}`)
}
if (wanted.length > 0) {
  say(`Getting the toolchain: ${wanted.join(', ')}`)
  mkdirSync(toolchain, { recursive: true })
  // Both are named each time, because npm removes what a --no-save install does not name.
  const all = [
    ...(ownNode ? [] : [`${platformPackage}@${nodeVersion}`]),
    ...(path.includes(fetchedPnpm) ? [`pnpm@${pnpmVersion}`] : []),
  ]
  execFileSync(
    'npm',
    ['install', '--prefix', toolchain, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...all],
    {
      cwd: toolchain,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: windows,
    },
  )
}

const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), ...path, process.env.PATH].join(windows ? ';' : ':'),
}
const stamp = join(root, 'node_modules', '.auspex-installed')
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .update(process.platform)
  .digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) {
  say('Installing packages')
  const started = Date.now()
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--silent'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
  })
  writeFileSync(stamp, lockHash)
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

const [task = 'start', ...args] = process.argv.slice(2)
const node = ownNode ? process.execPath : join(fetchedNode, 'node')
const entry = task.endsWith('.ts') ? join(root, 'scripts', task) : join(root, 'scripts', task, 'main.ts')
const child = spawn(node, [...nodeFlags, entry, ...args], {
  env: { ...environment, AUSPEX_INVOKED_FROM: process.env.INIT_CWD ?? process.cwd() },
  cwd: root,
  stdio: 'inherit',
})
// Ctrl-C reaches the child by itself, since it shares the terminal; this process waits for it to end cleanly.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
