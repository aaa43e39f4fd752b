import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeData, spawnServer } from '@auspex/server/testing'
import { startLocalPostgres } from '../../../apps/api/src/adapters/database/testing/local-postgres.ts'
import type { Fault } from './fault.ts'
import { describe, signInAsMember, until } from './person.ts'

const environment = { AUSPEX_SOURCES: 'live', AUSPEX_LOG_LEVEL: 'fatal', AUSPEX_REQUESTS_PER_MINUTE: '1000000' }

async function startOnPostgres() {
  const postgres = await startLocalPostgres()
  if (typeof postgres === 'string') throw new Error(postgres)
  const server = await spawnServer({ ...environment, DATABASE_URL: postgres.databaseUrl })
  return { postgres, server, member: await signInAsMember(server) }
}

async function health(url: string, part: string): Promise<number> {
  return (await fetch(`${url}/api/health/${part}`)).status
}

export const databaseGone: Fault = {
  name: 'database gone and back',
  async run() {
    const { postgres, server, member } = await startOnPostgres()
    try {
      const faults: string[] = []
      for (let n = 0; n < 20; n += 1) await member.write(`before ${n}`)
      await postgres.halt()
      const during = await member.write('during')
      const [ready, live] = [await health(server.url, 'ready'), await health(server.url, 'live')]
      if (!during.startsWith('503')) faults.push(`a write while it was away answered ${during}`)
      if (ready !== 503 || live !== 200) faults.push(`ready answered ${ready} and live ${live}`)
      await postgres.resume()
      const seconds = await until(async () => (await member.write('after')) === '200')
      if (server.exitCode() !== null) faults.push(`the server ended with ${server.exitCode()}`)
      const seen = `${during}; ready ${ready}, live ${live}; answers again after ${seconds} s, nobody signs in anew`
      return { seen, lost: await member.countLost(), faults }
    } finally {
      await server.kill()
      await postgres.stop()
      removeData(server.dataDir)
    }
  },
}

export const diskFull: Fault = {
  name: 'disk full',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'auspex-small-disk-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=1777', 'tmpfs', folder], { stdio: 'pipe' })
    } catch {
      rmSync(folder, { recursive: true, force: true })
      return { skipped: 'only root may mount a small disk' }
    }
    const usual = process.env['TMPDIR']
    try {
      process.env['TMPDIR'] = folder
      const { postgres, server, member } = await startOnPostgres().finally(() => {
        if (usual === undefined) delete process.env['TMPDIR']
        else process.env['TMPDIR'] = usual
      })
      try {
        const faults: string[] = []
        for (let n = 0; n < 20; n += 1) await member.write(`before ${n}`)
        const filler = join(folder, 'filler')
        fill(filler, folder)
        const answers = new Map<string, number>()
        let isFull = false
        for (let n = 0; n < 4_000 && !isFull; n += 1) {
          const answer = await member.write(`full ${n} ${'x'.repeat(150)}`).catch((error: unknown) => String(error))
          answers.set(answer, (answers.get(answer) ?? 0) + 1)
          isFull = answer !== '200'
        }
        if (!isFull) faults.push('the disk never was full')
        const readAnswer = await describe(await member.send('GET', '/users/me'))
        rmSync(filler)
        // a PostgreSQL that cannot write its journal exits, and an operator restarts it
        const seconds = await until(async () => {
          if ((await health(server.url, 'ready')) !== 200) await postgres.resume().catch(() => {})
          return (await member.write(`after ${performance.now()}`)) === '200'
        })
        if (server.exitCode() !== null) faults.push(`the server ended with ${server.exitCode()}`)
        const refusals = [...answers.keys()].filter((answer) => answer !== '200').join(', ')
        if (!/^50[037]/.test(refusals)) faults.push(`a write on the full disk answered ${refusals}`)
        const seen = `write ${refusals}, reading ${readAnswer}; writes again ${seconds} s after there is room`
        return { seen, lost: await member.countLost(), faults }
      } finally {
        await server.kill()
        await postgres.stop()
        removeData(server.dataDir)
      }
    } finally {
      execFileSync('umount', [folder], { stdio: 'pipe' })
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Uses up all free space. */
function fill(file: string, folder: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1 << 20; size >= 4096;) {
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize < size) size >>= 1
      else writeSync(handle, Buffer.alloc(size))
    }
  } catch {
    // full
  } finally {
    closeSync(handle)
  }
}
