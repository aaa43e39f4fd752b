import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { DataFolderInUseError } from '../database.errors.ts'

/**
 * Returns when process `pid` was started, as an opaque text that differs between two processes with the same pid, or `null` when no such process
 * runs. `'unknown'` when this system does not report it, which callers must treat as "may be it".
 */
function processStart(pid: number): string | null {
  if (!isAlive(pid)) return null
  try {
    return process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  } catch {
    return isAlive(pid) ? 'unknown' : null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // alive, under another user
  }
}

/** Ticks since boot (field 22 of proc(5) stat, counted after the parenthesised name), and the id of that boot. */
function linuxStart(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null // a zombie no longer writes
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
}

function psStart(pid: number): string {
  return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()
}

interface Holder {
  pid: number
  startedAt: string
}

export interface DataLock {
  release(): Promise<void>
}

/**
 * Takes the lock of `folder` for this process, or throws `DataFolderInUseError` with the folder and the holder's pid. The engine has no lock of its
 * own, and a second writer loses rows without an error.
 *
 * The lock is a file `data.lock.N`. A dead holder's file is never replaced but outbid: the first process to create `N + 1` has the lock. (Replacing
 * it by a rename was tried: three of twelve rivals then had it at once.) A holder counts as dead when its pid is gone or belongs to a program that
 * started at another time, unless its socket in the folder still answers: then the holder is in another container, where pids have another meaning.
 */
export async function takeDataLock(folder: string): Promise<DataLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const socketPath = join(folder, 'data.lock.socket')
  const candidate = join(folder, `data.lock-candidate.${randomUUID()}`)
  const me: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? 'unknown' }
  // Written separately and linked, so that a half-written lock is never visible.
  try {
    await writeFile(candidate, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    for (;;) {
      const bids = await readBids(folder)
      await refuseIfLocked({ folder, bids, socketPath })
      const path = join(folder, `data.lock.${(bids[0]?.number ?? 0) + 1}`)
      if (!(await tryLink(candidate, path))) continue
      const rivals = (await readBids(folder)).filter((bid) => bid.path !== path)
      if (rivals.some((bid) => isHolderAlive(bid.holder))) {
        // A rival with an older view of the folder bid too; both withdraw rather than both write
        await rm(path, { force: true })
        throw new DataFolderInUseError(folder, rivals.find((bid) => isHolderAlive(bid.holder))?.holder?.pid ?? null)
      }
      await Promise.all(rivals.map((bid) => rm(bid.path, { force: true })))
      const presence = await showPresence(socketPath)
      const release = async () => {
        presence?.close()
        await rm(socketPath, { force: true })
        await rm(path, { force: true })
      }
      return { release }
    }
  } finally {
    await rm(candidate, { force: true })
  }
}

interface LockFile {
  path: string
  number: number
  holder: Holder | null
}

/** Every lock file, highest number first. */
async function readBids(folder: string): Promise<LockFile[]> {
  const numbers = (await readdir(folder))
    .map((name) => /^data\.lock\.(\d+)$/.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .toSorted((a, b) => b - a)
  return Promise.all(
    numbers.map(async (number) => {
      const path = join(folder, `data.lock.${number}`)
      return { path, number, holder: parseHolder(await readFile(path, 'utf8').catch(() => '')) }
    }),
  )
}

async function refuseIfLocked({ folder, bids, socketPath }: { folder: string; bids: LockFile[]; socketPath: string }) {
  const activeBid = bids.find((bid) => isHolderAlive(bid.holder))
  if (activeBid !== undefined || (bids.length > 0 && (await answers(socketPath)))) {
    throw new DataFolderInUseError(folder, (activeBid ?? bids[0])?.holder?.pid ?? null)
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text)
    const { pid, startedAt } = value as Partial<Holder> // narrowed by the two checks on the next line
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : null
  } catch {
    return null
  }
}

function isHolderAlive(holder: Holder | null): boolean {
  if (holder === null) return false // not a lock that we wrote
  const start = processStart(holder.pid)
  return start !== null && (start === holder.startedAt || start === 'unknown' || holder.startedAt === 'unknown')
}

/** sockaddr_un has 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const maxSocketPathBytes = 103

/** Listens in the folder while this process has the lock; null where the path is too long for a socket. */
async function showPresence(socketPath: string): Promise<Server | null> {
  if (Buffer.byteLength(socketPath) > maxSocketPathBytes) return null
  await rm(socketPath, { force: true }) // of a process that was killed
  const server = createServer((socket) => socket.destroy()).unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketPath, resolve)
  })
  return server
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false))
  })
}
