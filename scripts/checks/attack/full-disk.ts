/**
 * Usage: node scripts/checks/attack/full-disk.ts. Runs the real server on a file system of 200 MB, fills it during reads and writes, frees
 * space, fills it in the middle of an import, stops the server on a full disk, and starts it there and in unusable folders. Fails if a write on the
 * full disk is not refused with an error code, a read is not answered, writes do not recover, the import does not stop or does not resume, the stop
 * takes longer than 10 s, acknowledged data is lost, or a refused start does not state why. Mounting needs root: without it, the check fails and
 * reports that.
 */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@auspex/server/testing'
import { createTally, finish, inParallel, makeTemporaryFolder, start, waitUntil } from '../harness/process.ts'
import { createWriter, startProduct, type Writer } from '../harness/product.ts'

const megabyte = 2 ** 20

/** A separate file system of a given size. */
interface SmallDisk {
  readonly folder: string
  freeMb(): number
  /** Uses up all free space, as another program's log would. */
  fill(): void
  /** Frees the space that `fill` used. */
  makeRoom(): void
  setReadOnly(isReadOnly: boolean): void
  remove(): void
}

/** Mounts one in memory, or returns the reason why this machine does not allow it. */
function mountSmallDisk(sizeMb: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'auspex-full-disk', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return `A file system of ${sizeMb} MB cannot be mounted here (${String(error).split('\n')[0]}).`
  }
  const fillers: string[] = []
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeMb: () => Math.round(freeBytes() / megabyte),
    fill() {
      const path = join(folder, `filler-${fillers.length}`)
      fillers.push(path)
      const file = openSync(path, 'w')
      try {
        for (let piece = megabyte; piece >= 4096;) if (!writePiece(file, piece)) piece /= 2
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    makeRoom() {
      for (const path of fillers.splice(0)) rmSync(path, { force: true })
    },
    setReadOnly: (isReadOnly) =>
      void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], { stdio: 'pipe' }),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
      rmSync(folder, { recursive: true })
    },
  }
}

function writePiece(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes
  } catch {
    return false
  }
}

const sizeMb = 200
const requests = 60
const healWithinMs = 30_000
const stopWithinMs = 10_000
const importStopWithinMs = 20_000
/** An import that hangs is killed, and its exit is then a fault. */
const importWithinMs = 180_000
const importedRows = 8_000
const program = fileURLToPath(new URL('../../../apps/server/bin/auspex.mjs', import.meta.url))
/** The requests that a page of the product sends when it opens. */
const readPaths =
  '/portfolio?perPage=200 /users/me /health/getStatus /sources /project /stories /recentSearches /users/inbox-list'.split(
    ' ',
  )
/** Ways to make a folder unusable for any server. */
const damages: Record<string, (database: string) => void> = {
  'pg_control is cut off': (database) => truncateSync(join(database, 'global', 'pg_control'), 100),
  'pg_control is overwritten': (database) =>
    writeFileSync(join(database, 'global', 'pg_control'), Buffer.alloc(8192, 7)),
  'pg_control is missing': (database) => rmSync(join(database, 'global', 'pg_control')),
  'the log is missing': (database) => rmSync(join(database, 'pg_wal'), { recursive: true }),
  'PG_VERSION is missing': (database) => rmSync(join(database, 'PG_VERSION')),
  'the folder is of a newer version': (database) => writeFileSync(join(database, 'PG_VERSION'), '99\n'),
}

const faults: string[] = []
const disk = mountSmallDisk(sizeMb)
if (typeof disk === 'string')
  finish([`${disk} Nothing was shown. Run it as root, or in a container with --cap-add SYS_ADMIN.`])
const dataDir = join(disk.folder, 'data')
mkdirSync(dataDir)
try {
  await fillDuringWork(disk)
  // while it is stopped
  const readable = readdirSync(join(dataDir, 'database'), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
  check(readable.length === 0, `others may read ${readable.length} files of the database, such as ${readable[0]}`)
  console.log(`Files of the database that others may read: ${readable.length}`)
  await refuseStarts(disk)
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  disk.remove()
  console.log(`Full disk: ${faults.length} faults`)
  finish(faults)
}

function check(isRight: boolean, fault: string): void {
  if (!isRight) faults.push(fault)
}

function inSeconds(ms: number | null): string {
  return ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`
}

async function fillDuringWork(small: SmallDisk): Promise<void> {
  const product = await startProduct({}, dataDir)
  const { server } = product
  try {
    const writer = createWriter(await product.sendAs('member'))
    const before = await writeMany(writer, 'before')
    check(before.of('200') === requests, `with room: ${before.text()}`)

    // the disk fills up during these writes: each may succeed or be refused, but a refusal needs an error code
    const during = writeMany(writer, 'during')
    await pause(100)
    small.fill()
    const unnamed = [...(await during).counts.keys()].filter(
      (answer) => answer !== '200' && !answer.includes('database.full'),
    )
    check(unnamed.length === 0, `as the disk became full: ${unnamed.join(', ')}`)

    await pause(500)
    small.fill()
    const reads = createTally()
    const readMany = inParallel(requests, 8, async (n) => {
      const path = readPaths[n % readPaths.length] ?? '/users/me'
      reads.add(await writer.send('GET', path).then((reply) => (reply.ok ? 'ok' : `${reply.status} ${path}`), String))
    })
    const [writes] = await Promise.all([writeMany(writer, 'full'), readMany])
    const refused = [...writes.counts].find(([answer]) => answer.startsWith('503 database.full'))?.[1] ?? 0
    check(refused === requests, `on the full disk: ${writes.text()}`)
    check(reads.of('ok') === requests, `reads on the full disk: ${reads.text()}`)
    console.log(
      `Full disk, ${small.freeMb()} MB free: ${refused} of ${requests} writes refused with 503 by name, ${reads.of('ok')} of ${requests} reads answered`,
    )
    small.makeRoom()
    const healMs = await timeToHeal(writer)
    check(healMs !== null, `writes were not taken within ${inSeconds(healWithinMs)} of there being room`)
    console.log(`Room again: writes taken after ${inSeconds(healMs)}`)

    await importWhileFilling(small, writer)
    small.fill()
    await writeMany(writer, 'full again')
    const startedAt = performance.now()
    const tooLate = setTimeout(() => void server().kill(), 4 * stopWithinMs)
    await server().stop()
    clearTimeout(tooLate)
    const stopMs = performance.now() - startedAt
    check(stopMs <= stopWithinMs, `SIGTERM took ${inSeconds(stopMs)} on a full disk`)
    check(server().exitCode() === 0, `after SIGTERM it ended with ${server().exitCode()}`)
    console.log(`SIGTERM on a full disk: ended after ${inSeconds(stopMs)} with ${server().exitCode()}`)

    small.makeRoom()
    await product.startAgain()
    const lost = await createWriter(await product.sendAs('member'), writer.acknowledged).findLost()
    check(lost.length === 0, `acknowledged and lost: ${lost.slice(0, 5).join(', ')}`)
    console.log(`Acknowledged writes: ${writer.acknowledged.size}, lost: ${lost.length}`)
  } catch (error) {
    throw new Error(`${String(error)}\n${server().output().slice(-2000)}`, { cause: error })
  } finally {
    await server().kill()
  }
}

async function writeMany(writer: Writer, name: string) {
  const answers = createTally()
  await inParallel(requests, 8, async (n) => answers.add(await writer.write(`${name} ${n}`)))
  return answers
}

function timeToHeal(writer: Writer): Promise<number | null> {
  const isTaken = async () => (await writer.write(`healed ${performance.now()}`)) === '200'
  return waitUntil(isTaken, { withinMs: healWithinMs, everyMs: 200 })
}

/** Imports a file, fills the disk in the middle of the import, and imports the file again once there is space. */
async function importWhileFilling(small: SmallDisk, writer: Writer): Promise<void> {
  const file = join(makeTemporaryFolder('large-import'), 'rows.jsonl')
  const lines = Array.from({ length: importedRows }, (_, n) => {
    const title = `Row ${n} of a large import`
    const body = `${n} oat milk `.repeat(30)
    return JSON.stringify({ id: `large-${n}`, source: 'large.example', title, body, published_at: '2026-01-02' })
  })
  writeFileSync(file, lines.join('\n'))
  const startImport = () =>
    start(process.execPath, [program, 'import', file], {
      env: { ...process.env, AUSPEX_DATA: dataDir },
      timeout: importWithinMs,
      killSignal: 'SIGKILL',
    })
  const before = small.freeMb()
  const interrupted = startImport()
  // once a few megabytes are written, the first batches are stored
  while (interrupted.isRunning() && small.freeMb() > before - 4) await pause(20)
  small.fill()
  const filledAt = performance.now()
  const code = await interrupted.ended
  const stopMs = performance.now() - filledAt
  small.makeRoom()
  await timeToHeal(writer)
  const repeated = startImport()
  const repeatedCode = await repeated.ended
  const counts = /read ([\d,]+), stored ([\d,]+), duplicates ([\d,]+), rejected ([\d,]+)/.exec(repeated.output())
  const [read, stored, duplicates, rejected] = (counts?.slice(1) ?? []).map((count) =>
    Number(count.replaceAll(',', '')),
  )
  check(stopMs <= importStopWithinMs, `the import stopped ${inSeconds(stopMs)} after the disk was full`)
  check(
    code === 1 && /has no room left[^]*run the same command again/.test(interrupted.output()),
    `the import on a disk that became full ended with ${code}: ${interrupted.output().slice(-400)}`,
  )
  check(
    repeatedCode === 0 && read === importedRows && stored === importedRows && duplicates === 0 && rejected === 0,
    `the import that was repeated ended with ${repeatedCode}: ${repeated.output().slice(-400)}`,
  )
  console.log(
    `Import while the disk became full: stopped by name after ${inSeconds(stopMs)}, and again ${stored} of ${importedRows} rows stored, ${duplicates} twice`,
  )
}

/** Starts the server under its supervisor in each kind of unusable folder. */
async function refuseStarts(small: SmallDisk): Promise<void> {
  small.fill()
  await refuseStart('the disk is full', dataDir, /has no room left.*Make room/)
  const leftovers = readdirSync(dataDir).filter((name) => /candidate|unfinished/.test(name))
  check(leftovers.length === 0, `a start on a full disk left ${leftovers.join(', ')}`)
  small.makeRoom()
  small.setReadOnly(true)
  await refuseStart('the folder is read-only', dataDir, /cannot be written to/)
  small.setReadOnly(false)
  for (const [name, damage] of Object.entries(damages)) {
    const copy = join(makeTemporaryFolder('damaged'), 'data')
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !/database\.reserve-|data\.lock\.socket/.test(path) })
    damage(join(copy, 'database'))
    await refuseStart(name, copy, /is damaged|was made by another version/)
    rmSync(copy, { recursive: true })
  }
}

async function refuseStart(name: string, folder: string, expected: RegExp): Promise<void> {
  const env = { ...process.env, AUSPEX_DATA: folder, AUSPEX_PORT: String(await findFreePort()) }
  const server = start(process.execPath, [program, 'start'], { env, timeout: 120_000, killSignal: 'SIGKILL' })
  const code = await server.ended
  const output = server.output()
  const sentence = output.split('\n').find((line) => line.startsWith('Auspex could not start.')) ?? ''
  check(typeof code === 'number' && code !== 0, `${name}: it ended with ${code}`)
  check(expected.test(sentence), `${name}: it said: ${output.trim().slice(-400)}`)
  check(!/^\s+at .*:\d+/m.test(output), `${name}: it printed a stack trace`)
  check(!output.includes('is started again'), `${name}: it was started again`)
  console.log(`Refused, ${name}: ${sentence}`)
}
