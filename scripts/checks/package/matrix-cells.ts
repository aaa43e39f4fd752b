import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture, makeTemporaryFolder } from '../harness/process.ts'
import { doors } from './packed.ts'
import { bundle, nodeOf, runInChromium, runInWorker, runOnEdge } from './platforms.ts'
import { startProbeServer, targetOf } from './probe-server.ts'

/** An outside project: its package manager and its React version. */
interface ProjectKind {
  readonly manager: 'npm' | 'pnpm'
  readonly react: 18 | 19
}

interface Project extends ProjectKind {
  readonly folder: string
}

const compilers = { '5.4': 'typescript-5-4', '5.9': 'typescript-5-9', '7': 'typescript' } as const
const compilerVersions = { '5.4': '5.4.5', '5.9': '5.9.3', '7': installedVersion('typescript') }

const projectKinds: readonly ProjectKind[] = [
  { manager: 'npm', react: 18 },
  { manager: 'npm', react: 19 },
  { manager: 'pnpm', react: 18 },
  { manager: 'pnpm', react: 19 },
]

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
      Object.entries(compilers).map(([version, name]) => [
        name,
        `npm:typescript@${compilerVersions[version as keyof typeof compilers]}`, // both objects have the same keys
      ]),
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
  return { manager, react, folder }
}

function installedVersion(name: string): string {
  const file = join('packages/sdk/node_modules', name, 'package.json')
  // every package has a version
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
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

async function runPage({ folder }: Project, code: string, args: readonly string[]): Promise<void> {
  const server = await startProbeServer(new Map())
  try {
    writeFileSync(join(folder, 'page.mjs'), `const target = ${JSON.stringify(targetOf(server))}\n${code}`)
    const printed = await capture(process.execPath, [...args, 'page.mjs'], { cwd: folder })
    if (!printed.includes('drawn: usr_2k4m8q1z')) throw new Error(`the page is: ${printed}`)
  } finally {
    await server.close()
  }
}

function drawServerComponent(project: Project): Promise<void> {
  return runPage(project, serverComponent, ['--conditions=react-server'])
}

function drawPage(project: Project): Promise<void> {
  return runPage(project, pageProgram, [])
}

type Runtime = 'Node 20' | 'Node 22' | 'Node 24' | 'Bun' | 'Deno'

interface Program {
  /** Returns the path of its executable, and installs it first if necessary */
  readonly find: () => Promise<string>
  readonly args: readonly string[]
}

const programs: Readonly<Record<Runtime, Program>> = {
  'Node 20': { find: () => nodeOf(20), args: [] },
  'Node 22': { find: () => nodeOf(22), args: [] },
  'Node 24': { find: () => nodeOf(24), args: [] },
  Bun: { find: () => installProgram('bun'), args: ['run'] },
  Deno: {
    find: () => installProgram('deno'),
    args: ['run', '--allow-all', '--node-modules-dir=manual', '--no-remote'],
  },
}

const programPaths = new Map<Runtime, Promise<string>>()

/** The path of a runtime's executable, installed once for all projects. */
function programOf(runtime: Runtime): Promise<string> {
  const cachedPath = programPaths.get(runtime)
  if (cachedPath) return cachedPath
  const path = programs[runtime].find()
  programPaths.set(runtime, path)
  return path
}

/** Installs an executable from the npm package of the same name. */
async function installProgram(name: string): Promise<string> {
  const prefix = makeTemporaryFolder(name)
  await capture('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', name], { timeoutMs: 300_000 })
  return join(prefix, 'node_modules', '.bin', name)
}

/** Runs the probe in a project: a call and its token, a retry, an error, an upload, an interrupted stream, an abort. */
async function runProbe(project: Project, runtime: Runtime): Promise<void> {
  const program = await programOf(runtime)
  const server = await startProbeServer(new Map())
  try {
    const code = await bundle(project, 'external')
    const call = `probe(${JSON.stringify(targetOf(server))}).then((done) => console.log('checks: ' + done.length))`
    writeFileSync(join(project.folder, 'probe.mjs'), `${code}\n${call}`)
    const printed = await capture(program, [...programs[runtime].args, 'probe.mjs'], {
      cwd: project.folder,
      env: { DENO_NO_UPDATE_CHECK: '1' },
    })
    if (!printed.includes('checks: 6')) throw new Error(`${runtime} printed ${printed}`)
  } finally {
    await server.close()
  }
}

type Compiler = keyof typeof compilers
type Resolution = 'nodenext' | 'bundler'

/** The declarations of msw 3 require TypeScript 5.7. */
const withoutMsw = doors
  .replace(/^import .*@auspex\/sdk\/msw'\n/m, '')
  .replace(', getGetMeMockHandler', '')
  .replace(', getMeMockHandler', '')

/** Type-checks every entry point in a project, including the declarations of all libraries. */
async function checkDoors({ folder }: Project, compiler: Compiler, resolution: Resolution): Promise<void> {
  const config = `tsconfig.${compiler}.${resolution}.json`
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution: resolution,
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  }
  const file = `doors.${compiler}.ts`
  writeFileSync(join(folder, file), compiler === '5.4' ? withoutMsw : doors)
  writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files: [file] }))
  const program = join('node_modules', compilers[compiler], 'bin/tsc')
  await capture(process.execPath, [program, '-p', config], { cwd: folder, timeoutMs: 600_000 })
}

/** One column of the matrix. */
interface Column {
  readonly name: string
  readonly run: (project: Project) => Promise<unknown>
}

const columns: readonly Column[] = [
  types('5.4', 'nodenext'),
  types('5.4', 'bundler'),
  types('5.9', 'nodenext'),
  types('5.9', 'bundler'),
  types('7', 'nodenext'),
  types('7', 'bundler'),
  probe('Node 20'),
  probe('Node 22'),
  probe('Node 24'),
  probe('Bun'),
  probe('Deno'),
  { name: 'Chromium', run: runInChromium },
  { name: 'Worker', run: runInWorker },
  { name: 'edge', run: runOnEdge },
  { name: 'server components', run: drawServerComponent },
  { name: 'a page drawn on a server', run: drawPage },
]

/** The part that CI does not already cover elsewhere: the other package manager, and the oldest version of each tool. */
const inContinuousIntegration = {
  kinds: projectKinds.filter(({ manager, react }) => manager === 'pnpm' && react === 18),
  columns: columns.filter(({ name }) =>
    ['TypeScript 5.4, Bundler', 'Node 20', 'Worker', 'server components', 'a page drawn on a server'].includes(name),
  ),
}

interface MatrixResult {
  readonly cells: number
  readonly failures: readonly string[]
}

/** Runs the matrix cell by cell, and reports each as it ends. */
export async function runMatrix(
  tarball: string,
  part: 'whole' | 'ci',
  reportLine: (line: string) => void,
): Promise<MatrixResult> {
  const selection = part === 'whole' ? { kinds: projectKinds, columns } : inContinuousIntegration
  const failures: string[] = []
  let cells = 0
  for (const kind of selection.kinds) {
    const cell = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
      const startedAt = performance.now()
      cells += 1
      const row = `${kind.manager.padEnd(4)} React ${kind.react}  ${name.padEnd(26)}`
      try {
        const result = await work()
        reportLine(`${row} ok    ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
        return result
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        reportLine(`${row} FAIL  ${reason.slice(0, 2000)}`)
        failures.push(`${row}: ${reason}`)
        return undefined
      }
    }
    const project = await cell('install', () => createProject(kind, tarball))
    if (project) for (const { name, run } of selection.columns) await cell(name, () => run(project))
  }
  return { cells, failures }
}

function types(compiler: Compiler, resolution: Resolution): Column {
  const name = `TypeScript ${compiler}, ${resolution === 'nodenext' ? 'NodeNext' : 'Bundler'}`
  return { name, run: (project) => checkDoors(project, compiler, resolution) }
}

function probe(runtime: Runtime): Column {
  return { name: runtime, run: (project) => runProbe(project, runtime) }
}
