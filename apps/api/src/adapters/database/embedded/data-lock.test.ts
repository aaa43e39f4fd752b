import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataFolderInUseError } from '../database.errors.ts'
import { takeDataLock } from './data-lock.ts'

let folder: string
let socket: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auspex-lock-'))
  socket = join(folder, 'socket')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A process that takes the lock, reports that, and then does nothing until it is killed. */
async function startHolder() {
  const module = new URL('./data-lock.ts', import.meta.url).href
  const script = `const { takeDataLock } = await import(${JSON.stringify(module)});
    await takeDataLock(${JSON.stringify(folder)}, ${JSON.stringify(socket)});
    console.log('held'); setInterval(() => {}, 1000);`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

describe('the lock of a data folder', () => {
  test('refuses a second process and names the folder and the holder', async () => {
    const holder = await startHolder()
    const refusal = await takeDataLock(folder, socket).catch((error: unknown) => error)
    holder.kill('SIGKILL')
    expect(refusal).toBeInstanceOf(DataFolderInUseError)
    expect(String(refusal)).toContain(folder)
    expect(refusal).toMatchObject({ pid: holder.pid })
  })

  test('is taken over when its holder was killed', async () => {
    const holder = await startHolder()
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await (await takeDataLock(folder, socket)).release()
  })

  test('is taken over when the pid now belongs to another program', async () => {
    await writeFile(join(folder, 'data.lock.7'), JSON.stringify({ pid: process.ppid, startedAt: 'an earlier life' }))
    const lock = await takeDataLock(folder, socket)
    expect(await readdir(folder)).toEqual(['data.lock.8'])
    expect(JSON.parse(await readFile(join(folder, 'data.lock.8'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  test('goes to exactly one of many that find it stale', async () => {
    await writeFile(join(folder, 'data.lock.7'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'gone' }))
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => takeDataLock(folder, socket)))
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
  })

  test('can be taken again after it was given back', async () => {
    await (await takeDataLock(folder, socket)).release()
    await (await takeDataLock(folder, socket)).release()
  })
})
