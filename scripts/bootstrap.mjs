// Usage: node scripts/bootstrap.mjs TASK [ARG …], from package.json. Runs on any Node from version 20: fetches the toolchain that the
// project needs, installs, and then runs scripts/TASK/main.ts, scripts/TASK if that is a file, or the product if TASK is auspex.
// Plain JavaScript, because an old Node runs it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allocatorSettings, nodeFlags } from '../apps/server/src/supervisor/node-flags.mjs'
import { runAuspex, runNode } from '../apps/server/src/supervisor/run-auspex.mjs'
import { fetchToolchain, ToolchainError } from './toolchain/fetch-toolchain.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolchain = join(root, '.toolchain')
const windows = process.platform === 'win32'
const log = (text) => process.stderr.write(`${text}\n`)

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

const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
// before 24.2, `import.meta.main` is unknown, and a script that asks it would do nothing
const ownNode = ownMajor > 24 || (ownMajor === 24 && ownMinor >= 2)
const platformPackage = `node-${windows ? 'win' : process.platform}-${process.arch}`
const fetchedNode = join(toolchain, 'node_modules', platformPackage, 'bin')
const fetchedPnpm = join(toolchain, 'node_modules', '.bin')

const path = []
const missingPackages = []
if (!ownNode) {
  path.push(fetchedNode)
  missingPackages.push(platformPackage)
}
if (majorOf('pnpm') < 12) {
  path.push(fetchedPnpm)
  // pnpm is a platform-specific executable, to which its package only refers
  missingPackages.push('pnpm', `@pnpm/exe.${process.platform}-${process.arch}`)
}
if (missingPackages.length > 0) {
  const pins = JSON.parse(readFileSync(join(root, 'scripts', 'toolchain', 'pins.json'), 'utf8'))
  try {
    await fetchToolchain({ pins, names: missingPackages, folder: toolchain, say: log })
  } catch (error) {
    if (!(error instanceof ToolchainError)) throw error
    log(error.message)
    process.exit(1)
  }
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
  log('Installing packages')
  const started = Date.now()
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--silent'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
  })
  writeFileSync(stamp, lockHash)
  log(`Installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

const [task, ...args] = process.argv.length > 2 ? process.argv.slice(2) : ['auspex', 'start']
const node = ownNode ? process.execPath : join(fetchedNode, 'node')
const entry = task.endsWith('.ts') ? join(root, 'scripts', task) : join(root, 'scripts', task, 'main.ts')
const options = {
  env: {
    // a third of a start was spent on compiling what had not changed since the last one
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.compile-cache'),
    ...allocatorSettings,
    ...environment,
    AUSPEX_INVOKED_FROM: process.env.INIT_CWD ?? process.cwd(),
  },
  cwd: root,
}
process.exit(
  task === 'auspex'
    ? await runAuspex({ args, node, options })
    : await runNode(node, [...nodeFlags, entry, ...args], options),
)
