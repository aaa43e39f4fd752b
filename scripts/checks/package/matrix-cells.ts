import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture, makeTemporaryFolder } from '../harness/process.ts'
import { compilerOptions, doors, installedVersion, type Resolution } from './consumer.ts'
import { bundle, runInChromium, runInWorker, runOnEdge } from './platforms.ts'
import { startProbeServer, targetOf } from './probe-server.ts'
import { runToolCell, toolCells } from './test-tools.ts'

/** A project outside the workspace: its package manager and its React version. */
interface ProjectKind {
  readonly manager: 'npm' | 'pnpm'
  readonly react: 18 | 19
}

interface Project {
  readonly folder: string
}

const compilers = { '5.4': '5.4.5', '5.9': '5.9.3', '7': installedVersion('typescript') } as const
type Compiler = keyof typeof compilers

/** Installs the packed SDK and the peers of its entry points with one package manager, set so that an unmet peer fails the install. */
async function createProject({ manager, react }: ProjectKind, tarball: string): Promise<Project> {
  const folder = makeTemporaryFolder(`${manager}-react-${react}`)
  const query = installedVersion('@tanstack/react-query')
  const dependencies = {
    '@auspex/sdk': `file:${tarball}`,
    '@tanstack/react-query': query,
    // only the cache, which server components can import
    '@tanstack/query-core': query,
    '@types/node': installedVersion('@types/node'),
    '@types/react': String(react),
    msw: installedVersion('msw'),
    react: String(react),
    'react-dom': String(react),
    zod: installedVersion('zod'),
    ...Object.fromEntries(
      Object.entries(compilers).map(([name, version]) => [`typescript-${name}`, `npm:typescript@${version}`]),
    ),
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module', dependencies }),
  )
  const args = {
    npm: ['install', '--no-audit', '--no-fund', '--strict-peer-deps'],
    pnpm: ['install', '--strict-peer-dependencies', '--ignore-scripts'],
  }
  await capture(manager, args[manager], { cwd: folder, timeoutMs: 300_000 })
  return { folder }
}

/** Imports what a server component would: options and keys without hooks, in a process where React has neither state nor context. */
const serverComponent = `
import { QueryClient } from '@tanstack/query-core'
import { createClient } from '@auspex/sdk'
import * as react from '@auspex/sdk/react'
if ('useGetMe' in react) throw new Error('the door for server components has hooks')
const client = createClient({ ...target, auth: { getToken: () => 'new' } })
const me = await new QueryClient().fetchQuery(react.getMeQueryOptions({ request: { client } }))
console.log('drawn: ' + me.profile.id)
`

/** Renders a page as a server does: prefetched data is in the HTML. */
const pageProgram = `
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createClient } from '@auspex/sdk'
import { AuspexProvider, getMeQueryOptions, useGetMe } from '@auspex/sdk/react'
const client = createClient({ ...target, auth: { getToken: () => 'new' } })
const queries = new QueryClient()
await queries.prefetchQuery(getMeQueryOptions({ request: { client } }))
const Name = () => 'drawn: ' + useGetMe().data?.profile.id
const inside = createElement(QueryClientProvider, { client: queries }, createElement(Name))
console.log(renderToString(createElement(AuspexProvider, { client }, inside)))
`

/** Runs a program in the project against a server of its own, as `target`; its output must contain a text. */
async function runAgainstServer(
  { folder }: Project,
  code: (target: string) => string,
  { command = [process.execPath], expected }: { command?: readonly string[]; expected: string },
): Promise<void> {
  const server = await startProbeServer(new Map())
  try {
    writeFileSync(join(folder, 'program.mjs'), code(JSON.stringify(targetOf(server))))
    const [program = '', ...args] = command
    const env = { DENO_NO_UPDATE_CHECK: '1' }
    const printed = await capture(program, [...args, 'program.mjs'], { cwd: folder, env })
    if (!printed.includes(expected)) throw new Error(`it printed ${printed}`)
  } finally {
    await server.close()
  }
}

function page(code: string, options: readonly string[] = []) {
  return (project: Project) =>
    runAgainstServer(project, (target) => `const target = ${target}\n${code}`, {
      command: [process.execPath, ...options],
      expected: 'drawn: usr_2k4m8q1z',
    })
}

const executables = new Map<string, Promise<string>>()

/** Installs an executable from the npm package of the same name, once for all projects. */
function installProgram(name: string): Promise<string> {
  const install = async (): Promise<string> => {
    const prefix = makeTemporaryFolder(name)
    await capture('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', name], { timeoutMs: 300_000 })
    return join(prefix, 'node_modules', '.bin', name)
  }
  const path = executables.get(name) ?? install()
  executables.set(name, path)
  return path
}

/** The executable of a Node version: the current one, or one installed from npm. */
async function nodeOf(version: number): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const prefix = makeTemporaryFolder('node')
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `${name}@${version}`]
  await capture('npm', args, { timeoutMs: 300_000 })
  return join(prefix, 'node_modules', name, 'bin', 'node')
}

/** Runs the probe in a project: a call and its token, a retry, an error, an upload, an interrupted stream, an abort. */
function probe(name: string, find: () => Promise<string>, args: readonly string[] = []): Column {
  return {
    name,
    async run(project) {
      const code = await bundle(project, 'external')
      const call = (target: string) => `probe(${target}).then((done) => console.log('checks: ' + done.length))`
      const command = [await find(), ...args]
      await runAgainstServer(project, (target) => `${code}\n${call(target)}`, { command, expected: 'checks: 6' })
    },
  }
}

/** Type-checks every entry point in a project, including the declarations of all libraries. */
function types(compiler: Compiler, resolution: Resolution): Column {
  return {
    name: `TypeScript ${compiler}, ${resolution}`,
    async run({ folder }) {
      const config = `tsconfig.${compiler}.${resolution}.json`
      const file = `doors.${compiler}.ts`
      // the declarations of msw 3 require TypeScript 5.7
      const withoutMsw = doors
        .replace(/^import .*@auspex\/sdk\/msw'\n/m, '')
        .replaceAll(/, get(?:GetMe|Me)MockHandler/g, '')
      writeFileSync(join(folder, file), compiler === '5.4' ? withoutMsw : doors)
      const options = { ...compilerOptions(resolution), target: 'es2022' }
      writeFileSync(join(folder, config), JSON.stringify({ compilerOptions: options, files: [file] }))
      const program = join('node_modules', `typescript-${compiler}`, 'bin/tsc')
      await capture(process.execPath, [program, '-p', config], { cwd: folder, timeoutMs: 600_000 })
    },
  }
}

interface Column {
  readonly name: string
  readonly run: (project: Project) => Promise<unknown>
  /** Whether it runs in CI, which covers the rest elsewhere. */
  readonly isInCi?: boolean
}

const columns: readonly Column[] = [
  types('5.4', 'nodenext'),
  { ...types('5.4', 'bundler'), isInCi: true },
  types('5.9', 'nodenext'),
  types('5.9', 'bundler'),
  types('7', 'nodenext'),
  types('7', 'bundler'),
  { ...probe('Node 20', () => nodeOf(20)), isInCi: true },
  probe('Node 22', () => nodeOf(22)),
  probe('Node 24', () => nodeOf(24)),
  probe('Bun', () => installProgram('bun'), ['run']),
  probe('Deno', () => installProgram('deno'), ['run', '--allow-all', '--node-modules-dir=manual', '--no-remote']),
  { name: 'Chromium', run: runInChromium },
  { name: 'Worker', run: runInWorker, isInCi: true },
  { name: 'edge', run: runOnEdge },
  { name: 'server components', run: page(serverComponent, ['--conditions=react-server']), isInCi: true },
  { name: 'a page drawn on a server', run: page(pageProgram), isInCi: true },
]

/** Where the packed SDK itself runs in CI, beside the cells of the matrix that do. */
export const platforms = columns.filter(({ name }) => ['Node 22', 'Node 24', 'Chromium', 'edge'].includes(name))

/** Runs the matrix cell by cell, and prints each as it ends. In CI, only the other package manager and the oldest version of each tool. */
export async function runMatrix(tarball: string, part: 'whole' | 'ci'): Promise<{ cells: number; failures: string[] }> {
  const kinds = (['npm', 'pnpm'] as const).flatMap((manager) =>
    ([18, 19] as const).map((react) => ({ manager, react })),
  )
  const failures: string[] = []
  let cells = 0
  const createRunner =
    (label: string) =>
    async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
      const startedAt = performance.now()
      cells += 1
      const row = `      ${label.padEnd(13)}  ${name.padEnd(32)}`
      try {
        const result = await work()
        console.log(`${row} ok    ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
        return result
      } catch (error) {
        console.log(`${row} FAIL  ${String(error).slice(0, 2000)}`)
        failures.push(`${row}: ${String(error)}`)
        return undefined
      }
    }
  for (const cell of toolCells) await createRunner('npm')(cell.name, () => runToolCell(cell, tarball))
  for (const kind of kinds) {
    if (part === 'ci' && !(kind.manager === 'pnpm' && kind.react === 18)) continue
    const runCell = createRunner(`${kind.manager.padEnd(4)} React ${kind.react}`)
    const project = await runCell('install', () => createProject(kind, tarball))
    if (project !== undefined)
      for (const { name, run, isInCi } of columns)
        if (part === 'whole' || isInCi === true) await runCell(name, () => run(project))
  }
  return { cells, failures }
}
