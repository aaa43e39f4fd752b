/**
 * Usage: node scripts/checks/production-dependencies.ts. Copies the repository and the built web app, installs only what apps/server needs in
 * production, and verifies that the product starts from it, imports a file and answers a search over it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createClient, getSignalReport, pollQueryStatus, topicQuery } from '@auspex/sdk'
import { findFreePort } from '@auspex/server/testing'
import { buildWeb, isWebStale, webFolder } from '@auspex/server/web-build'
import { capture, finish, makeTemporaryFolder, start } from './harness/process.ts'
import { readToken } from './harness/product.ts'

const importedDocuments = 1_000
const everyNth = 4
const topic = 'copper kettles'
const faults: string[] = []

function expect(isTrue: boolean, fault: string): void {
  if (!isTrue) faults.push(fault)
}

if (isWebStale()) await buildWeb()
const copy = makeTemporaryFolder('production')
const fileList = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
for (const file of fileList.split('\0')) if (file !== '' && existsSync(file)) cpSync(file, join(copy, file))
cpSync(webFolder, join(copy, relative(process.cwd(), webFolder)), { recursive: true })
const install = ['install', '--prod', '--frozen-lockfile', '--filter', '@auspex/server...']
await capture('pnpm', install, { cwd: copy, timeoutMs: 600_000 })

const store = join(copy, 'node_modules/.pnpm')
const storeFiles = globSync('**/*', { cwd: store, withFileTypes: true }).filter((entry) => entry.isFile())
const bytes = storeFiles.reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0)
// each package has a folder named `@scope+name@1.2.3`
const packages = readdirSync(store).filter((name) => /.@/.test(name)).length
console.log(`${packages} packages, ${Math.round(bytes / 1_000_000)} MB`)
faults.push(...findDevelopmentDependencies())

const url = `http://localhost:${await findFreePort()}`
const dataDir = join(copy, 'data')
const auspex = join(copy, 'apps/server/bin/auspex.mjs')
const env = { ...process.env, AUSPEX_PORT: new URL(url).port, AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' }
const startedAt = performance.now()
const server = start(process.execPath, [auspex, 'start'], { cwd: copy, env })
try {
  await server.says(/Auspex is ready/)
  console.log(`ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  for (const path of ['/', '/docs/', '/docs/reference.js']) {
    const { status } = await fetch(`${url}${path}`)
    expect(status === 200, `${path} was answered with ${status}`)
  }
  const report = await importFile()
  const storedCount = Number(/stored ([\d,]+), duplicates/.exec(report)?.[1]?.replaceAll(',', ''))
  console.log(`${storedCount} of ${importedDocuments} documents imported through ${url}`)
  expect(storedCount === importedDocuments && report.includes(url), report)

  const foundCount = await countFound()
  console.log(`a search for ${topic} finds ${foundCount} of ${importedDocuments / everyNth}`)
  expect(foundCount === importedDocuments / everyNth, 'the search does not count what was imported')
} finally {
  await server.stop()
}
finish(faults)

/** Dependencies of development that our packages in the copy could import. */
function findDevelopmentDependencies(): string[] {
  return globSync(['package.json', '{apps,packages,scripts}/*/package.json'], { cwd: copy }).flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(copy, path), 'utf8')) as {
      name: string
      dependencies?: Record<string, string>
      devDependencies?: Record<string, string>
    }
    return Object.keys(manifest.devDependencies ?? {})
      .filter((name) => manifest.dependencies?.[name] === undefined)
      .filter((name) => existsSync(join(copy, dirname(path), 'node_modules', name)))
      .map((name) => `${manifest.name}: ${name} is a dependency of development, but was installed`)
  })
}

/** Imports one document a line, of which every fourth is about the topic. */
function importFile(): Promise<string> {
  const file = join(copy, 'documents.jsonl')
  const lines = Array.from({ length: importedDocuments }, (_, n) =>
    JSON.stringify({
      id: `production:${n}`,
      source: 'production.example',
      title: n % everyNth === 0 ? `Copper kettles sell well, part ${n}` : `Wool blankets of the year, part ${n}`,
      published_at: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
    }),
  )
  writeFileSync(file, lines.join('\n'))
  return capture(process.execPath, [auspex, 'import', file], { cwd: copy, env })
}

async function countFound(): Promise<number> {
  const token = await readToken(url, dataDir, 'service')
  const client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => token } })
  // only the imported documents, so that no source on the network is queried
  const search = await topicQuery({ query_term: topic, sources: ['imported'] }, { client })
  await pollQueryStatus(client, search)
  return (await getSignalReport(search.signal_id, {}, { client })).counts.documents
}
