/**
 * Usage: node scripts/checks/attack/full-disk.ts. Runs the real server on a file system of 200 MB, fills it during reads and writes, frees
 * space, fills it in the middle of an import, stops the server on a full disk, and starts it there and in unusable folders. Fails if a write on the
 * full disk is not refused with an error code, a read is not answered, writes do not recover, the import does not stop or does not resume, the stop
 * takes longer than 10 s, acknowledged data is lost, or a refused start does not state why. Mounting needs root: without it, the check fails and
 * reports that.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnServer } from '@auspex/server/testing'
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { tryLargeImport } from './full-disk/large-import.ts'
import { openLibrary, timeToHeal, type Answer, type Library } from './full-disk/library.ts'
import { tryRefusedStarts } from './full-disk/refused-starts.ts'
import { mountSmallDisk } from './full-disk/small-disk.ts'

const sizeMb = 200
const requests = 60
const connections = 8
const healWithinMs = 30_000
const stopWithinMs = 10_000
const environment = { AUSPEX_SOURCES: 'live', AUSPEX_LOG_LEVEL: 'error', AUSPEX_REQUESTS_PER_MINUTE: '1000000' }

const faults: string[] = []
const disk = mountSmallDisk(sizeMb)
if (typeof disk === 'string') {
  console.error(`${disk} Nothing was shown. Run it as root, or in a container with --cap-add SYS_ADMIN.`)
  process.exit(1)
}

try {
  if (isWebStale()) await buildWeb()
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  let server = await spawnServer(environment, dataDir)
  try {
    const library = await openLibrary(server)
    const before = await writeMany(library, 'before')
    check(count(before, 200) === before.length, `${before.length - count(before, 200)} writes failed with room`)

    // the disk fills up during these writes: each may succeed or be refused, but a refusal needs an error code
    const during = writeMany(library, 'during')
    await pause(100)
    disk.fill()
    const meanwhile = await during
    const unnamed = meanwhile.filter(({ status, code }) => status !== 200 && code !== 'database.full')
    check(unnamed.length === 0, `as the disk became full: ${JSON.stringify(unnamed.slice(0, 3))}`)

    await pause(500)
    disk.fill()
    const [writes, reads] = await Promise.all([writeMany(library, 'full'), readMany(library)])
    const refused = writes.filter(({ status, code }) => status === 503 && code === 'database.full').length
    check(refused === writes.length, `on the full disk: ${JSON.stringify(tally(writes))}`)
    check(count(reads, 200) === reads.length, `reads on the full disk: ${JSON.stringify(tally(reads))}`)
    console.log(
      `Full disk, ${disk.freeMb()} MB free: ${refused} of ${writes.length} writes refused with 503 by name, ${count(reads, 200)} of ${reads.length} reads answered`,
    )

    disk.makeRoom()
    const healMs = await timeToHeal(library, healWithinMs)
    check(healMs !== null, `writes were not taken within ${healWithinMs / 1000} s of there being room`)
    console.log(`Room again: writes taken after ${healMs === null ? 'never' : `${(healMs / 1000).toFixed(1)} s`}`)

    const imported = await tryLargeImport({ dataDir, disk, waitForRoom: () => timeToHeal(library, healWithinMs) })
    faults.push(...imported.faults)
    console.log(`Import while the disk became full: ${imported.summary}`)

    disk.fill()
    await writeMany(library, 'full again')
    const stopMs = await stop(server)
    check(stopMs <= stopWithinMs, `SIGTERM took ${(stopMs / 1000).toFixed(1)} s on a full disk`)
    check(server.exitCode() === 0, `after SIGTERM it ended with ${server.exitCode()}`)
    console.log(`SIGTERM on a full disk: ended after ${(stopMs / 1000).toFixed(1)} s with ${server.exitCode()}`)

    disk.makeRoom()
    server = await spawnServer({ ...environment, AUSPEX_PORT: new URL(server.url).port }, dataDir)
    const lostTitles = await (await openLibrary(server, library.acknowledged)).findLost()
    check(lostTitles.length === 0, `acknowledged and lost: ${lostTitles.slice(0, 5).join(', ')}`)
    console.log(`Acknowledged writes: ${library.acknowledged.size}, lost: ${lostTitles.length}`)
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output().slice(-2000)}`, { cause: error })
  } finally {
    await server.kill()
  }

  const readableFiles = listReadable(join(dataDir, 'database'))
  check(
    readableFiles.length === 0,
    `others may read ${readableFiles.length} files of the database, such as ${readableFiles[0]}`,
  )
  console.log(`Files of the database that others may read: ${readableFiles.length}`)

  for (const { what, sentence, faults: found } of await tryRefusedStarts(dataDir, disk)) {
    console.log(`Refused, ${what}: ${sentence}`)
    faults.push(...found)
  }
} finally {
  disk.remove()
}

console.log(`Full disk: ${faults.length} faults`)
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

function check(isRight: boolean, fault: string): void {
  if (!isRight) faults.push(fault)
}

async function writeMany(library: Library, name: string): Promise<Answer[]> {
  return inTurns((n) => library.write(`${name} ${n}`))
}

async function readMany(library: Library): Promise<Answer[]> {
  return inTurns(() => library.read())
}

async function inTurns(send: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < requests) answers.push(await send(next++))
    }),
  )
  return answers
}

async function stop(running: { stop(): Promise<void>; kill(): Promise<void> }): Promise<number> {
  const startedAt = performance.now()
  const killTimer = setTimeout(() => void running.kill(), 4 * stopWithinMs)
  await running.stop()
  clearTimeout(killTimer)
  return performance.now() - startedAt
}

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { status, code } of answers) sums[`${status} ${code}`] = (sums[`${status} ${code}`] ?? 0) + 1
  return sums
}

function listReadable(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
}
