/**
 * Usage: node scripts/checks/production-dependencies.ts. Copies the repository and the built web app, installs only what apps/server needs in
 * production, and verifies that the product starts from it, imports a file and answers a search over it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getServiceToken } from '@auspex/server'
import { readServiceClient, findFreePort } from '@auspex/server/testing'
import { buildWeb, isWebStale, webFolder } from '@auspex/server/web-build'
import { createClient, getSignalReport, pollQueryStatus, topicQuery } from '@auspex/sdk'
import { copyFiles } from './copy-repository.ts'
import { capture } from './package/capture.ts'
import { makeTemporaryFolder } from './package/temporary-folder.ts'
import { findDevelopmentDependencies, measurePackages } from './production-dependencies/measure-packages.ts'

const importedDocuments = 1_000
const everyNth = 4
const topic = 'copper kettles'

function demand(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}

/** Writes one JSON line per document; every fourth is about the topic. */
function writeDocuments(file: string): void {
  const lines = Array.from({ length: importedDocuments }, (_, n) =>
    JSON.stringify({
      id: `production:${n}`,
      source: 'production.example',
      title: n % everyNth === 0 ? `Copper kettles sell well, part ${n}` : `Wool blankets of the year, part ${n}`,
      published_at: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
    }),
  )
  writeFileSync(file, lines.join('\n'))
}

/** Resolves with the seconds until it is ready; rejects if the program exits before that. */
function becomesReady(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    let output = ''
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Auspex is ready')) resolve((performance.now() - started) / 1000)
      })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}

async function countFound(url: string, dataDir: string): Promise<number> {
  const token = await getServiceToken(`${url}/identity`, readServiceClient(dataDir))
  const client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => token } })
  // only the imported documents, so that no source on the network is queried
  const search = await topicQuery({ query_term: topic, sources: ['imported'] }, { client })
  await pollQueryStatus(client, search)
  return (await getSignalReport(search.signal_id, {}, { client })).counts.documents
}

if (isWebStale()) await buildWeb()
const copy = makeTemporaryFolder('production')
copyFiles(copy)
cpSync(webFolder, join(copy, relative(process.cwd(), webFolder)), { recursive: true })
await capture('pnpm', ['install', '--prod', '--frozen-lockfile', '--filter', '@auspex/server...'], {
  cwd: copy,
  timeoutMs: 600_000,
})
const { packages, megabytes } = measurePackages(copy)
console.log(`${packages} packages, ${megabytes} MB`)
const others = findDevelopmentDependencies(copy)
demand(others.length === 0, `dependencies of development were installed: ${others.join(', ')}`)

const url = `http://localhost:${await findFreePort()}`
const dataDir = join(copy, 'data')
const auspex = join(copy, 'apps/server/bin/auspex.mjs')
const env = { ...process.env, AUSPEX_PORT: new URL(url).port, AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' }
const server = spawn(process.execPath, [auspex, 'start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
const serverExit = new Promise((resolve) => server.once('exit', resolve))
try {
  console.log(`ready in ${(await becomesReady(server)).toFixed(1)} s`)
  for (const path of ['/', '/docs/', '/docs/reference.js']) {
    const { status } = await fetch(`${url}${path}`)
    demand(status === 200, `${path} was answered with ${status}`)
  }
  const file = join(copy, 'documents.jsonl')
  writeDocuments(file)
  const report = await capture(process.execPath, [auspex, 'import', file], { cwd: copy, env })
  const stored = Number(/stored ([\d,]+), duplicates/.exec(report)?.[1]?.replaceAll(',', ''))
  console.log(`${stored} of ${importedDocuments} documents imported through ${url}`)
  demand(stored === importedDocuments && report.includes(url), report)

  const found = await countFound(url, dataDir)
  console.log(`a search for ${topic} finds ${found} of ${importedDocuments / everyNth}`)
  demand(found === importedDocuments / everyNth, 'the search does not count what was imported')
} finally {
  server.kill('SIGTERM')
  await serverExit
}
