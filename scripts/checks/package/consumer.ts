import { createClient, getStatus } from '@auspex/sdk'
import { type RealServer, startRealServer } from '@auspex/server/testing'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { capture, makeTemporaryFolder, start } from '../harness/process.ts'
import { documentedUrl, readBlocks } from './snippets.ts'

export const sdkFolder = 'packages/sdk'
const mcpFolder = 'packages/mcp'
const toolsFolder = 'packages/tools'

/** Builds and packs a package as it would be published, into a folder outside the checkout. */
export async function packPackage(folder: string): Promise<string> {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const target = makeTemporaryFolder('pack')
  await capture('pnpm', ['pack', '--pack-destination', target], { cwd: folder })
  const tarball = readdirSync(target).find((file) => file.endsWith('.tgz'))
  if (tarball === undefined) throw new Error(`pnpm pack wrote no tarball of ${folder}`)
  return join(target, tarball)
}

/** Packs the MCP server together with the SDK and the tools that it uses, so that its tarball installs alone, without a registry that has them. */
export async function packMcp(): Promise<string> {
  const folder = makeTemporaryFolder('pack-mcp')
  const unpack = async (tarball: string, target: string): Promise<void> => {
    mkdirSync(target, { recursive: true })
    await capture('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  }
  await unpack(await packPackage(mcpFolder), join(folder, 'package'))
  const dependencies: Record<string, string> = {}
  const bundled = { '@auspex/sdk': sdkFolder, '@auspex/tools': toolsFolder }
  for (const [name, source] of Object.entries(bundled)) {
    const place = join(folder, 'package/node_modules', name)
    await unpack(await packPackage(source), place)
    Object.assign(dependencies, readManifest(place).dependencies)
  }
  const content = readManifest(join(folder, 'package'))
  // what the bundled packages need comes from the registry
  const manifest = {
    ...content,
    dependencies: { ...dependencies, ...content.dependencies },
    bundleDependencies: Object.keys(bundled),
  }
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest, null, 2))
  const tarball = join(folder, `auspex-mcp-${content.version}.tgz`)
  await capture('tar', ['-czf', tarball, '-C', folder, 'package'])
  return tarball
}

function readManifest(folder: string): { version: string; dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof readManifest>
}

/** The real server with the entire demo corpus, so that numbers depend neither on the network nor on the time of the run. */
export async function startDemoServer(): Promise<RealServer> {
  const server = await startRealServer({ sources: 'demo' })
  await demoIsLoaded(server.apiUrl)
  return server
}

/** On its first start the server already answers while it fills the library; numbers are stable once its size is. */
async function demoIsLoaded(baseUrl: string): Promise<void> {
  const client = createClient({ baseUrl })
  let previousCount = -1
  for (let unchanged = 0; unchanged < 5;) {
    const { documents } = await getStatus({ client })
    unchanged = documents > 0 && documents === previousCount ? unchanged + 1 : 0
    previousCount = documents
    await wait(400)
  }
}

export interface Consumer {
  readonly folder: string
  /** Packages installed as dependencies of the SDK */
  readonly packages: readonly string[]
}

/** Adds packages to a project with npm, as its developer would. */
export function install(folder: string, packages: readonly string[]): Promise<string> {
  return capture('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: folder,
    timeoutMs: 300_000,
  })
}

/** A project outside the workspace that installs only the packed SDK. */
export async function createConsumer(tarball: string): Promise<Consumer> {
  const folder = makeTemporaryFolder('consumer')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await install(folder, ['--omit=peer', tarball])
  const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
  const foreign = packages.filter((name) => name !== '@auspex')
  if (foreign.length > 0) throw new Error(`the SDK installs ${foreign.join(', ')}; it may bring nothing`)
  return { folder, packages }
}

/** Runs the first example of the SDK's README in the consumer project, against the real server. */
export async function runFirstExample({ folder }: Consumer, { url, token }: RealServer): Promise<string> {
  const code = readBlocks('packages/sdk/README.md')[0]?.code
  if (code === undefined) throw new Error('the README of the SDK has no example')
  writeFileSync(join(folder, 'first.ts'), code.replaceAll(documentedUrl, url))
  await capture(process.execPath, ['first.ts'], { cwd: folder, env: { AUSPEX_TOKEN: token } })
  return "the README's first example runs in it against the real server"
}

/** Imports every entry point, so that a compiler follows all declarations. */
export const doors = `import { createClient, type AuspexStream, type AssistantEvent, streamZeusReply } from '@auspex/sdk'
import { createAuspex } from '@auspex/sdk/facade'
import { operations } from '@auspex/sdk/operations'
import { useGetSignalReport } from '@auspex/sdk/react'
import { verifyWebhook } from '@auspex/sdk/webhooks'
import { SignalReport as SignalReportSchema } from '@auspex/sdk/zod'
import { getMeMockHandler } from '@auspex/sdk/msw'
import type { ContractOperations, SignalReport } from '@auspex/sdk/types'

const client = createClient({ baseUrl: '/api', assistantUrl: '/assistant' })
const stream: AuspexStream<AssistantEvent> = streamZeusReply({ message: 'Why?' }, { client })
const report: SignalReport = SignalReportSchema.parse({})
const facadeCall: PromiseLike<SignalReport> = createAuspex({ baseUrl: '/api' }).signals.report('sig_a')
export type Reply = ContractOperations['getSignalReport']['responses'][200]
export const usedExports = [stream, report, facadeCall, verifyWebhook, operations.getSignalReport.path, useGetSignalReport, getMeMockHandler]
`
const compilers = { 'TypeScript 7': 'typescript', 'TypeScript 5.9': 'typescript-5' }
export type Resolution = 'nodenext' | 'bundler'
const resolutions: readonly Resolution[] = ['nodenext', 'bundler']

/** Strict, and including the declarations of libraries. */
export function compilerOptions(resolution: Resolution) {
  return {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution: resolution,
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  }
}

/** Type-checks the consumer project with every compiler and resolution mode, including library declarations. */
export async function checkTypes({ folder }: Consumer): Promise<string> {
  const { peerDependencies } = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  const peers = Object.keys(peerDependencies).map((name) => `${name}@${installedVersion(name)}`)
  await install(folder, [
    ...peers,
    `@types/react@${installedVersion('@types/react')}`,
    `@types/node@${installedVersion('@types/node')}`,
    `typescript@${installedVersion('typescript')}`,
    'typescript-5@npm:typescript@5.9.3',
  ])
  writeFileSync(join(folder, 'doors.ts'), doors)
  let runs = 0
  for (const [compiler, name] of Object.entries(compilers))
    for (const resolution of resolutions) {
      const config = `tsconfig.${name}.${resolution}.json`
      writeFileSync(
        join(folder, config),
        JSON.stringify({ compilerOptions: compilerOptions(resolution), include: ['*.ts'] }),
      )
      await capture(process.execPath, [join('node_modules', name, 'bin', 'tsc'), '-p', config], { cwd: folder }).catch(
        (error: Error) => {
          throw new Error(`${compiler} with ${resolution}: ${error.message}`)
        },
      )
      runs += 1
    }
  return `${runs} of 4 type checks pass with skipLibCheck off (TypeScript 7 and 5.9, NodeNext and Bundler)`
}

export function installedVersion(name: string): string {
  return (
    JSON.parse(readFileSync(join('packages/sdk/node_modules', name, 'package.json'), 'utf8')) as { version: string }
  ).version
}

/** Given as a path, because npm scripts of the root do not find the executables of this folder's dependencies. */
const attw = join(import.meta.dirname, '../node_modules/.bin/attw')

/** Runs publint on the packed files in its strictest mode; throws if it reports anything. */
export async function runPublint(tarball: string): Promise<string> {
  const bytes = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({
    strict: true,
    level: 'suggestion',
    pack: { tarball: bytes.buffer },
  })
  if (messages.length > 0)
    throw new Error(messages.map((message) => formatMessage(message, pkg, { color: false })).join('\n'))
  return '0 messages of publint --strict'
}

/** Runs are-the-types-wrong on every entry point for consumers of ES modules; throws if it finds a problem. */
export async function runAttw(tarball: string): Promise<string> {
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color']
  // it took 158 s in CI; the limit only stops a run that hangs
  const report = await capture(attw, [tarball, ...options], { timeoutMs: 600_000, env: { FORCE_COLOR: '0' } })
  const reported = new Set(report.match(/^"@auspex\/sdk[^"]*"/gm))
  if (reported.size === 0) throw new Error(`are-the-types-wrong names no door of the package\n${report}`)
  return `no problem in ${reported.size} doors by are-the-types-wrong`
}

/** Installs nothing but the packed MCP server, and requests the real server's sources over stdio, as an assistant would. */
export async function runPackedMcp({ url, token }: RealServer): Promise<string> {
  const folder = makeTemporaryFolder('mcp')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'assistant', private: true }))
  await install(folder, [await packMcp()])
  const server = start(join(folder, 'node_modules/.bin/auspex-mcp'), [], {
    env: { ...process.env, AUSPEX_URL: url, AUSPEX_TOKEN: token },
  })
  const sendRequest = async (id: number, method: string, params: object): Promise<string> => {
    server.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const [reply] = await server.says(new RegExp(`^.*"id":${id}\\b.*\\n`, 'm'))
    return reply
  }
  try {
    const clientInfo = { name: 'package check', version: '1' }
    await sendRequest(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    server.child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    const tools = (await sendRequest(2, 'tools/list', {})).match(/"inputSchema"/g)?.length ?? 0
    const answer = await sendRequest(3, 'tools/call', { name: 'list_sources', arguments: {} })
    if (!answer.includes('Imported documents') || answer.includes('isError')) throw new Error(answer)
    return `${tools} tools of auspex-mcp, installed alone from its tarball, one called on the real server`
  } finally {
    await server.stop()
  }
}
