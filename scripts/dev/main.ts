/**
 * Usage: npm run dev [-- --as member|second-organization-member|godmode]. Everything for development behind one port, reachable only from this
 * machine: the web app with hot replacement, the API, restarted when its code changes, and the contract, regenerated when it changes; signed in
 * as one of the people of the first run, with the demo corpus unless AUSPEX_SOURCES selects others.
 */
import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { promisify } from 'node:util'
import { readConfig } from '@auspex/api'
import { createServer } from 'vite'
import { createProduct } from './product.ts'
import { productPlugin, signInPlugin } from './product.plugin.ts'

/** An editor writes a file in several steps, which count as one change within this time. */
const settleMs = 50

/** Reports each changed file under the folders, by its path relative to the working directory; returns a function that stops watching. */
function watchFolders(folders: readonly string[], report: (file: string) => void): () => void {
  const timers = new Map<string, NodeJS.Timeout>()
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || /(?:^|\/)(?:node_modules|dist|\.git)\//.test(name)) return
      const file = `${folder}/${name}`
      clearTimeout(timers.get(file))
      timers.set(
        file,
        setTimeout(() => {
          timers.delete(file)
          report(file)
        }, settleMs),
      )
    }),
  )
  return () => {
    for (const watcher of watchers) watcher.close()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

/** Runs a command quietly; prints its duration, or its output if it failed. Never rejects, because the next change may fix it. */
async function runCommand(title: string, command: string, args: readonly string[]): Promise<void> {
  const started = performance.now()
  try {
    await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024 })
    console.log(`  ${title} … ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    console.error(`  ${title} … failed\n${stdout}${stderr}`)
  }
}

const host = '127.0.0.1'
const port = Number(process.env.AUSPEX_PORT ?? 4000)
const asIndex = process.argv.indexOf('--as')
const role = asIndex < 0 ? 'member' : (process.argv[asIndex + 1] ?? 'member')

const url = `http://${host}:${port}`
const settings = {
  AUSPEX_PUBLIC_URL: url,
  AUSPEX_DATA: process.env.AUSPEX_DATA ?? 'data/dev',
  AUSPEX_SOURCES: process.env.AUSPEX_SOURCES ?? 'demo',
}

const { dataDir, oidc } = readConfig({ ...process.env, ...settings })
const { issuer, clientId, scopes } = oidc
const webConfig = { issuer, clientId, scopes, apiBaseUrl: '/api', assistantUrl: '/assistant' }
const product = createProduct(settings)
void product.restart('Starting')

const web = await createServer({
  root: 'apps/web',
  configFile: 'apps/web/vite.config.ts',
  plugins: [signInPlugin({ product, dataDir, role }), productPlugin(product, webConfig)],
  server: { host, port, strictPort: true },
  clearScreen: false,
})
await web.listen()
console.log(`  ${url}, signed in as ${role}. Ctrl-C ends it.`)

const watches = [
  watchFolders(['apps/api', 'apps/identity', 'apps/server', 'packages'], (file) => {
    if (/\/src\/.*\.(?:[cm]?[jt]s|json|sql|yaml)$|\/migrations\//.test(file) && !/\.test\.|\/testing\//.test(file))
      void product.restart(`${file} changed`)
  }),
  watchFolders(['openapi/src', 'openapi/examples'], (file) => void generate(file)),
]

let generating: Promise<unknown> = Promise.resolve()
/** Runs one at a time; files that it writes under `packages` restart the API. */
function generate(file: string): Promise<unknown> {
  generating = generating.then(() => runCommand(`${file} changed: generating`, 'node', ['scripts/generate/main.ts']))
  return generating
}

async function stop(): Promise<void> {
  for (const stopWatch of watches) stopWatch()
  await Promise.all([web.close(), product.stop()])
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
