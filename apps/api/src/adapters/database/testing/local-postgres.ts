import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface LocalPostgres {
  databaseUrl: string
  /** Ends the server as a crash would, keeping its data. */
  halt(): Promise<void>
  /** Restarts it on the same data. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL for the duration of a test: `TEST_DATABASE_URL` if set (an empty database of your own), else the newest server that Debian's
 * packages installed here, in a temporary folder on a unix socket. Returns the reason as text when there is none.
 */
export async function startLocalPostgres({ maxConnections = 100 } = {}): Promise<LocalPostgres | string> {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined) return { databaseUrl: url, halt: notOurs, resume: notOurs, stop: async () => {} }
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  if (newest === undefined) return 'TEST_DATABASE_URL is not set and no PostgreSQL server is installed'
  const bin = `/usr/lib/postgresql/${newest}/bin`
  const folder = await mkdtemp(join(tmpdir(), 'auspex-postgres-'))
  try {
    // PostgreSQL refuses to run as root; its packages create a user for it
    const asOwner = process.getuid?.() === 0 ? await becomePostgres(folder) : []
    const execute = (program: string, args: string[]) => {
      const [first, ...rest] = [...asOwner, join(bin, program), ...args]
      return run(first ?? program, rest)
    }
    const data = join(folder, 'data')
    await execute('initdb', [
      '-D',
      data,
      '-A',
      'trust',
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
    const options = `-k ${folder} -c listen_addresses= -c fsync=off -c max_connections=${maxConnections}`
    const start = () => execute('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
    const halt = () => execute('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    await start()
    return {
      databaseUrl: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`,
      halt: async () => void (await halt()),
      resume: async () => void (await start()),
      stop: async () => {
        await halt().catch(() => {}) // it may already be halted
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return `PostgreSQL ${newest} is installed but did not start: ${String(error)}`
  }
}

async function becomePostgres(folder: string): Promise<string[]> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout))
  await chown(folder, uid, gid)
  // by its full path, because a plain PATH omits programs for root only
  return ['/usr/sbin/runuser', '-u', 'postgres', '--']
}

async function notOurs(): Promise<void> {
  throw new Error('TEST_DATABASE_URL names a server that this test did not start')
}
