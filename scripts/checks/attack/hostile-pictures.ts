/**
 * Usage: node scripts/checks/attack/hostile-pictures.ts. Uploads files that are not pictures, or that contain more than a picture, while another
 * person works. Fails if one is stored unchanged, a refusal has no error code, a stored picture is left without a reference, the server uses too
 * much memory or exits, or the other person has to wait.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, openDatabase } from '@auspex/api'
import { nodeFlags } from '@auspex/server/node-flags'
import { type HostileFile, hostileFiles, markers } from './hostile-pictures/cases.ts'
import { brokenUploads, sendBroken } from './hostile-pictures/uploads.ts'

/** How long another person may wait while a picture is read, at the 99th percentile. */
const maxCalmMs = 500
/** How much memory reading pictures may add to the server. */
const maxMegabytes = 600
const path = '/portfolio/create'

const folder = mkdtempSync(join(tmpdir(), 'auspex-pictures-'))
const data = join(folder, 'data')
const main = join(import.meta.dirname, 'hostile-queries', 'library-api.main.ts')
const server = spawn(process.execPath, [...nodeFlags, main, data, '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
const faults: string[] = []
/** Peak memory in MB. */
let peak = 0

async function upload(url: URL, { bytes, fileName = 'picture.png', mediaType = 'image/png' }: HostileFile) {
  const body = new FormData()
  body.append('title', 'Hostile')
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: mediaType }), fileName)
  const headers = { authorization: 'Bearer mallory' }
  const reply = await fetch(new URL(`/api${path}`, url), { method: 'POST', headers, body })
  return { status: reply.status, answer: (await reply.json()) as { code?: string; image?: string | null } }
}

/** Returns what is wrong with the response to a file, or null. */
async function judge(url: URL, file: HostileFile): Promise<string | null> {
  const { status, answer } = await upload(url, file)
  const { expected } = file
  if (status !== 200) {
    if (status !== 422 || !/^images\.\w+$/.test(answer.code ?? '')) return `answered ${status} ${answer.code}`
    if (expected === 'stored') return `refused as ${answer.code}`
    return typeof expected === 'object' && answer.code !== expected.refusedAs ? `refused as ${answer.code}` : null
  }
  if (typeof expected === 'object') return 'was stored'
  const reply = await fetch(new URL(`/api${answer.image}`, url), { headers: { authorization: 'Bearer mallory' } })
  const storedPicture = Buffer.from(await reply.arrayBuffer())
  if (storedPicture.toString('latin1', 8, 12) !== 'WEBP') return 'was stored as something that is no WebP'
  const found = markers.find((marker) => storedPicture.includes(marker))
  return found === undefined ? null : `was stored with ${JSON.stringify(found)} in it`
}

/** Sends requests as another person until aborted; resolves with the duration of each. */
async function workCalmly(url: URL, until: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!until.aborted) {
    const startedAt = performance.now()
    await (await fetch(new URL('/api/users/me', url), { headers: { authorization: 'Bearer calm' } })).text()
    times.push(performance.now() - startedAt)
    peak = Math.max(peak, memory() ?? 0)
  }
  return times.toSorted((a, b) => a - b)
}

/** The server's current memory in MB, or null if the system does not report it. */
function memory(): number | null {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Stored pictures that no portfolio references. */
async function countOrphans(): Promise<number> {
  const database = await openDatabase({ dataDir: data, log: createLogger('error') })
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from image where id not in (select image_id from portfolio where image_id is not null)',
  )
  await database.close()
  return rows[0]?.count ?? -1
}

try {
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const url = new URL(line.toString().trim())
  await upload(url, { name: 'the first', bytes: Buffer.alloc(0), expected: 'either' })
  const before = memory()
  const end = new AbortController()
  const calm = workCalmly(url, end.signal)
  let clean = 0
  const report = (name: string, fault: string | null) => {
    if (fault === null) clean += 1
    else faults.push(`${name}: ${fault}`)
  }
  for (const file of hostileFiles) report(file.name, await judge(url, file))
  for (const broken of brokenUploads) {
    const status = await sendBroken(url, broken, path)
    report(broken.name, status === broken.status ? null : `answered ${status}, not ${broken.status}`)
  }
  // all at once: they queue, and those beyond the queue's limit are refused with a request to retry
  const burst = await Promise.all(hostileFiles.map((file) => upload(url, file)))
  for (const { status, answer } of burst)
    if (status >= 500 && answer.code !== 'images.busy') faults.push(`one of many at once: answered ${status}`)
  end.abort()
  const times = await calm
  const p99 = times[Math.floor(times.length * 0.99)] ?? Infinity
  const grown = before === null ? null : peak - before
  console.log(
    `${clean} of ${hostileFiles.length + brokenUploads.length} hostile uploads ended cleanly; another person waited ${p99.toFixed(0)} ms (p99 of ${times.length}); the server grew by ${grown?.toFixed(0) ?? 'an unknown number of'} MB`,
  )
  if (p99 > maxCalmMs) faults.push(`another person waited ${p99.toFixed(0)} ms (at most ${maxCalmMs})`)
  if (grown !== null && grown > maxMegabytes) faults.push(`the server grew by ${grown.toFixed(0)} MB`)
  if (server.exitCode !== null) faults.push(`the server ended with ${server.exitCode}`)
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
}

try {
  const orphans = await countOrphans()
  console.log(`${orphans} pictures that nothing names`)
  if (orphans !== 0) faults.push(`${orphans} pictures are named by nothing`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
