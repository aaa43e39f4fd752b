import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const cache = join(root, '.toolchain', 'mock-bench')
const packages = { '@stoplight/prism-cli': '5.16.0', '@mockoon/cli': '9.9.0' }

/** A mock server under measurement. */
export interface Contender {
  name: string
  /** Arguments for Node. */
  args: (port: number, contract: string) => readonly string[]
  /** Where it mounts the contract's paths. */
  prefix: string
}

/** How each is started: with as little logging as possible, so that only answering is measured. */
export const contenders: readonly Contender[] = [
  {
    name: 'auspex-mock',
    prefix: '/api',
    args: (port, contract) => [
      join(root, 'packages/mock-server/dist/cli.js'),
      '--port',
      String(port),
      '--contract',
      contract,
      '--quiet',
    ],
  },
  {
    name: 'auspex-mock (sources)',
    prefix: '/api',
    args: (port, contract) => [
      join(root, 'packages/mock-server/src/cli.ts'),
      '--port',
      String(port),
      '--contract',
      contract,
      '--quiet',
    ],
  },
  {
    name: 'Prism static',
    prefix: '',
    args: (port, contract) => [
      join(cache, 'node_modules/@stoplight/prism-cli/dist/index.js'),
      'mock',
      contract,
      '--port',
      String(port),
      '--verboseLevel',
      'error',
    ],
  },
  {
    name: 'Mockoon',
    prefix: '/api', // it uses the path of the contract's server entry
    args: (port, contract) => [
      join(cache, 'node_modules/@mockoon/cli/bin/run.js'),
      'start',
      '--data',
      contract,
      '--port',
      String(port),
      '--disable-log-to-file',
      '--disable-admin-api',
    ],
  },
]

/** Installs the other two from the registry into a folder that git ignores, and builds ours. */
export function prepareContenders(): void {
  const isInstalled = Object.keys(packages).every((name) => existsSync(join(cache, 'node_modules', name)))
  if (!isInstalled) {
    console.error('Getting Prism and Mockoon (about 100 MB, once)')
    mkdirSync(cache, { recursive: true })
    const packageSpecs = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
    const options = ['--prefix', cache, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    execFileSync('npm', ['install', ...options, ...packageSpecs], {
      cwd: cache,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const build = fileURLToPath(new URL('../../../checks/mock/build.ts', import.meta.url))
  const bin = join(root, 'node_modules', '.bin')
  execFileSync(process.execPath, [build], {
    cwd: dirname(build),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  })
}
