/**
 * Usage: node scripts/checks/attack/hostile-pictures.ts. Uploads files that are not pictures, or that contain more than a picture, while another
 * person works. Fails if one is stored unchanged, a refusal has no error code, a stored picture is left without a reference, the server uses too
 * much memory or exits, or the other person has to wait.
 */
import { finish, percentile, readMemoryMb } from '../harness/process.ts'
import { openLibrary } from '../harness/library.ts'
import { createSend, startLibraryApi } from '../harness/product.ts'
import { brokenUploads, sendBroken } from './broken-uploads.ts'
import { type HostileFile, hostileFiles, markers } from './hostile-files.ts'

/** How long another person may wait while a picture is read, at the 99th percentile. */
const maxCalmMs = 500
/** How much memory reading pictures may add to the server. */
const maxMegabytes = 600
const path = '/portfolio/create'

const { url, child, dataDir, end } = await startLibraryApi(0)
const faults: string[] = []

async function upload({ bytes, fileName = 'picture.png', mediaType = 'image/png' }: HostileFile) {
  const body = new FormData()
  body.append('title', 'Hostile')
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: mediaType }), fileName)
  const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers: { authorization: 'Bearer mallory' }, body })
  return { status: reply.status, answer: (await reply.json()) as { code?: string; image?: string | null } } // a Portfolio or a Problem
}

/** Returns what is wrong with the response to a file, or null. */
async function judge(file: HostileFile): Promise<string | null> {
  const { status, answer } = await upload(file)
  const { expected } = file
  if (status !== 200) {
    if (status !== 422 || !/^images\.\w+$/.test(answer.code ?? '')) return `answered ${status} ${answer.code}`
    if (expected === 'stored') return `refused as ${answer.code}`
    return typeof expected === 'object' && answer.code !== expected.refusedAs ? `refused as ${answer.code}` : null
  }
  if (typeof expected === 'object') return 'was stored'
  const storedBytes = Buffer.from(await (await createSend(url, 'mallory')('GET', answer.image ?? '')).arrayBuffer())
  if (storedBytes.toString('latin1', 8, 12) !== 'WEBP') return 'was stored as something that is no WebP'
  const leftover = markers.find((marker) => storedBytes.includes(marker))
  return leftover === undefined ? null : `was stored with ${JSON.stringify(leftover)} in it`
}

let peak = 0
/** Sends requests as another person until aborted; resolves with the duration of each. */
async function workCalmly(until: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!until.aborted) {
    const startedAt = performance.now()
    await (await createSend(url, 'calm')('GET', '/users/me')).text()
    times.push(performance.now() - startedAt)
    peak = Math.max(peak, readMemoryMb(child.pid) ?? 0)
  }
  return times
}

try {
  await upload({ name: 'the first', bytes: Buffer.alloc(0), expected: 'either' })
  const before = readMemoryMb(child.pid)
  const over = new AbortController()
  const calm = workCalmly(over.signal)
  const findings = []
  for (const file of hostileFiles) findings.push([file.name, await judge(file)])
  for (const broken of brokenUploads) {
    const status = await sendBroken(new URL(url), broken, path)
    findings.push([broken.name, status === broken.status ? null : `answered ${status}, not ${broken.status}`])
  }
  faults.push(...findings.flatMap(([name, fault]) => (fault === null ? [] : [`${name}: ${fault}`])))
  const clean = findings.length - faults.length
  // all at once: they queue, and those beyond the queue's limit are refused with a request to retry
  for (const { status, answer } of await Promise.all(hostileFiles.map(upload)))
    if (status >= 500 && answer.code !== 'images.busy') faults.push(`one of many at once: answered ${status}`)
  over.abort()
  const times = await calm
  const p99 = percentile(times, 0.99)
  const grown = before === null ? 0 : peak - before
  console.log(
    `${clean} of ${findings.length} hostile uploads ended cleanly; another person waited ${p99.toFixed(0)} ms (p99 of ${times.length}); the server grew by ${grown.toFixed(0)} MB`,
  )
  if (p99 > maxCalmMs) faults.push(`another person waited ${p99.toFixed(0)} ms (at most ${maxCalmMs})`)
  if (grown > maxMegabytes) faults.push(`the server grew by ${grown.toFixed(0)} MB`)
  if (child.exitCode !== null) faults.push(`the server ended with ${child.exitCode}`)
} finally {
  await end('SIGTERM')
}

const { database, close } = await openLibrary({ dataDir })
const { rows } = await database.pool.query<{ count: number }>(
  'select count(*)::int as count from image where id not in (select image_id from portfolio where image_id is not null)',
)
await close()
console.log(`${rows[0]?.count} pictures that nothing names`)
if (rows[0]?.count !== 0) faults.push(`${rows[0]?.count} pictures are named by nothing`)
finish(faults)
