/**
 * Usage: node scripts/checks/sdk/sizes.ts. Prints what the SDK adds to an app (minified, gzip 9), and fails if it exceeds its limits or includes a
 * forbidden module.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { finish } from '../harness/process.ts'
import * as calls from '../../../packages/sdk/src/generated/client/index.ts'

const entry = join(process.cwd(), 'entry.ts')

/** Bundles a module, given as source text, for browsers as an app would; returns its size at gzip level 9, and the modules in it. */
async function measureBundle(source: string): Promise<{ bytes: number; modules: string[] }> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    // 'use client' matters to frameworks with server components; a single-file bundle can ignore it
    onLog: (level, log, report) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
    },
    // peers of some entry points, which apps bring along
    external: [/^react(-dom)?(\/|$)/, /^@tanstack\//],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const modules = chunks.flatMap((chunk) =>
    Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
      renderedLength === 0 || id === entry
        ? []
        : [/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? relative(process.cwd(), id)],
    ),
  )
  return { bytes: gzipSync(chunks.map((chunk) => chunk.code).join(''), { level: 9 }).length, modules }
}

const door = './packages/sdk/src/index.ts'
const facade = './packages/sdk/src/facade.ts'
const react = './packages/sdk/src/react.ts'
const zod = './packages/sdk/src/zod.ts'
const assistant = './packages/sdk/src/assistant.ts'

interface Case {
  readonly name: string
  readonly source: string
  /** Maximum bytes; figures without a limit are for information. */
  readonly limit?: number
  /** Modules that must not be in the bundle. */
  readonly without?: RegExp
}

const operationsFile = './packages/sdk/src/generated/client/index.ts'
const operationNames = Object.keys(calls)
const operationImports = `import { createClient } from '${door}'; import { ${operationNames.join(', ')} } from '${operationsFile}'`

const peers = /^(react|react-dom|@tanstack\/.*|zod|msw|@faker-js\/faker)$|\/(react|zod|msw)\b/
const cases: readonly Case[] = [
  {
    name: 'one call',
    source: `export { createClient, getMe } from '${door}'`,
    limit: 10_240,
    without: new RegExp(`${peers.source}|paginate|poll-query|streaming|uploads|body\\.ts`),
  },
  {
    name: 'all operations',
    // as in an app that calls each of them: its bundle contains what it uses, rather than a list of exported names
    source: `${operationImports}\nglobalThis.calls = [createClient, ${operationNames.join(', ')}]`,
    limit: 16_384,
    without: peers,
  },
  {
    name: 'all operations, exported again',
    source: `export { createClient } from '${door}'; export * from '${operationsFile}'`,
    without: peers,
  },
  { name: 'the facade', source: `export { createAuspex } from '${facade}'`, limit: 18_432, without: peers },
  // nobody imports it whole; with 225 operations and every helper it exceeds the 16 KB of its operations
  { name: 'the whole door .', source: `export * from '${door}'`, limit: 18_432, without: peers },
  { name: 'one call, read page by page', source: `export { createClient, listInbox, paginate } from '${door}'` },
  {
    name: 'one call, followed to its end',
    source: `export { createClient, topicQuery, pollQueryStatus } from '${door}'`,
  },
  {
    name: 'a call, a stream and an upload',
    source: `export { createClient, getMe, streamZeusReply } from '${door}'; export { fetchWithProgress } from './packages/sdk/src/uploads.ts'`,
  },
  { name: 'one stream', source: `export { createClient, streamZeusReply } from '${door}'` },
  {
    name: 'one hook, without React and Query',
    source: `export { AuspexProvider, useGetMe } from '${react}'; export { createClient } from '${door}'`,
    without: /^(zod|msw)$|\/(zod|msw)\b/,
  },
  {
    name: 'the assistant, without React',
    source: `export { AssistantProvider, useAction, useReadable, useZeus } from '${assistant}'; export { createClient } from '${door}'`,
    limit: 14_336,
    without: /^(zod|msw|@tanstack\/.*)$|\/(zod|msw)\b/,
  },
  {
    name: 'one call with validation',
    source: `export { createClient, getMe } from '${door}'; export { createValidation } from '${zod}'`,
  },
]

/** Sizes that the SDK's README states, in KB of 1,000 bytes, by the name of the case. */
const documentedSizes = new Map(
  [...readFileSync('packages/sdk/README.md', 'utf8').matchAll(/^\| ([\w ,]+?) +\| ([\d.]+) KB /gm)].map(
    ([, name = '', kilobytes = '']) => [name, kilobytes],
  ),
)

const faults: string[] = []
for (const { name, source, limit = Infinity, without } of cases) {
  const { bytes, modules } = await measureBundle(source)
  const packages = new Set(modules.filter((module) => !module.startsWith('packages/')))
  console.log(
    `${name.padEnd(34)} ${String(bytes).padStart(7)} B${limit === Infinity ? '' : ` of ${limit} B`}  ${modules.length} modules, packages: ${[...packages].join(', ')}`,
  )
  const kilobytes = documentedSizes.get(name)
  if (kilobytes !== undefined && Math.abs(Number(kilobytes) * 1000 - bytes) > 150)
    faults.push(`the README says ${kilobytes} KB of ${name}, and it is ${(bytes / 1000).toFixed(1)} KB`)
  documentedSizes.delete(name)
  if (bytes > limit) faults.push(`${name} is ${bytes - limit} B over its limit`)
  for (const module of modules) if (without?.test(module)) faults.push(`${name} pulls ${module}`)
}
for (const name of documentedSizes.keys()) faults.push(`the README has a size of ${name}, which nothing measures`)
finish(faults)
