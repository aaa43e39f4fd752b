import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture, makeTemporaryFolder } from '../harness/process.ts'
import { startProbeServer, targetOf } from './probe-server.ts'

/** A tool with which an app of another team uses or tests the SDK, in a project of its own. */
interface ToolCell {
  readonly name: string
  /** Packages besides the SDK, as npm names them */
  readonly packages: readonly string[]
  /** Writes the files of the project, and returns the command that must succeed; `target` is code that evaluates to the probe's target. */
  readonly write: (
    folder: string,
    target: string,
  ) => { readonly command: readonly string[]; readonly env?: NodeJS.ProcessEnv }
}

/** What a test of an app does: a call, and a call that a mock answers. */
function body(target: string, assert: string): string {
  return `
const client = createClient({ ...${target}, auth: { getToken: () => 'new' } })
const me = await getMe({ client })
${assert}
`
}

const imports = `import { createClient, getMe } from '@auspex/sdk'`

function vitest(version: string, environment: 'jsdom' | 'happy-dom'): ToolCell {
  return {
    name: `vitest ${version}, ${environment}`,
    packages: [`vitest@${version}`, environment === 'jsdom' ? 'jsdom@26' : 'happy-dom@20'],
    write(folder, target) {
      const code = `// @vitest-environment ${environment}
import { expect, test } from 'vitest'
${imports}
test('reads the profile', async () => {
  expect(document.body).toBeTruthy()${body(target, 'expect(me.profile.id).toBe("usr_2k4m8q1z")')}})
`
      writeFileSync(join(folder, 'app.test.mjs'), code)
      // the probe's server answers no other origin, which happy-dom would enforce
      const settings = {
        test: { environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } } },
      }
      writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(settings)}`)
      return { command: [join('node_modules', '.bin', 'vitest'), 'run'] }
    },
  }
}

function jest(environment: 'node' | 'jest-fixed-jsdom'): ToolCell {
  return {
    name: `jest 30, ${environment}`,
    packages: ['jest@30', ...(environment === 'node' ? [] : ['jest-environment-jsdom@30', 'jest-fixed-jsdom@0.0.11'])],
    write(folder, target) {
      const code = `/** @jest-environment ${environment} */
${imports}
test('reads the profile', async () => {${body(target, 'expect(me.profile.id).toBe("usr_2k4m8q1z")')}})
`
      writeFileSync(join(folder, 'app.test.mjs'), code)
      writeFileSync(join(folder, 'jest.config.mjs'), "export default { testMatch: ['**/*.test.mjs'], transform: {} }")
      return {
        command: [join('node_modules', '.bin', 'jest')],
        env: { NODE_OPTIONS: '--experimental-vm-modules' },
      }
    },
  }
}

function msw(version: number): ToolCell {
  return {
    name: `msw ${version}`,
    packages: [`msw@${version}`],
    write(folder) {
      const code = `${imports}
import { getMeMockHandler } from '@auspex/sdk/msw'
import { setupServer } from 'msw/node'
const server = setupServer(getMeMockHandler())
server.listen()
const me = await getMe({ client: createClient({ baseUrl: 'http://auspex.test/api' }) })
if (typeof me.profile.id !== 'string') throw new Error(JSON.stringify(me))
server.close()
`
      writeFileSync(join(folder, 'app.mjs'), code)
      return { command: [process.execPath, 'app.mjs'] }
    },
  }
}

const commonJs: ToolCell = {
  name: 'CommonJS: require(esm)',
  packages: [],
  write(folder, target) {
    const code = `const { createClient, getMe } = require('@auspex/sdk')
async function run() {${body(target, 'if (me.profile.id !== "usr_2k4m8q1z") throw new Error(JSON.stringify(me))')}}
void run()
`
    writeFileSync(join(folder, 'app.cjs'), code)
    return { command: [process.execPath, 'app.cjs'] }
  },
}

const workerd: ToolCell = {
  name: 'Workers: workerd by miniflare 4',
  packages: ['miniflare@4'],
  write(folder, target) {
    const worker = `import { createClient, getMe } from './sdk/index.js'
export default { async fetch() {${body(target, 'return new Response(me.profile.id)')}} }`
    const code = `import { build } from 'rolldown'
import { Miniflare } from 'miniflare'
import { writeFileSync } from 'node:fs'
writeFileSync('worker.mjs', ${JSON.stringify(worker.replace('./sdk/index.js', '@auspex/sdk'))})
await build({ input: 'worker.mjs', platform: 'browser', output: { file: 'bundled.mjs' } })
const flare = new Miniflare({ modules: true, scriptPath: 'bundled.mjs', compatibilityDate: '2025-06-01' })
const id = await (await flare.dispatchFetch('http://worker.test')).text()
await flare.dispose()
if (id !== 'usr_2k4m8q1z') throw new Error(id)
`
    writeFileSync(join(folder, 'app.mjs'), code)
    return { command: [process.execPath, 'app.mjs'] }
  },
}

/** Every tool of the table of environments in the README of the SDK that is no platform and no compiler. */
export const toolCells: readonly ToolCell[] = [
  msw(2),
  msw(3),
  // not with jsdom: its AbortSignal is none for the fetch of Node.js, until vitest 4
  vitest('3', 'happy-dom'),
  vitest('4', 'jsdom'),
  vitest('4', 'happy-dom'),
  vitest('5', 'jsdom'),
  vitest('5', 'happy-dom'),
  jest('node'),
  jest('jest-fixed-jsdom'),
  commonJs,
  { ...workerd, packages: [...workerd.packages, 'rolldown@1'] },
]

/** Installs the packed SDK and a tool into a folder of their own, and runs it against a server on loopback. */
export async function runToolCell({ packages, write }: ToolCell, tarball: string): Promise<void> {
  const folder = makeTemporaryFolder('tool')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tool', private: true, type: 'module' }))
  await capture('npm', ['install', '--no-audit', '--no-fund', tarball, ...packages], {
    cwd: folder,
    timeoutMs: 300_000,
  })
  const server = await startProbeServer(new Map())
  try {
    const { command, env = {} } = write(folder, JSON.stringify(targetOf(server)))
    const [program = '', ...args] = command
    await capture(program, args, { cwd: folder, env, timeoutMs: 120_000 })
  } finally {
    await server.close()
  }
}
