import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface BenchPostgres {
  databaseUrl: string
  version: string
  stop(): Promise<void>
}

/** Creates a PostgreSQL from Debian's packages in a temporary folder with `initdb`'s defaults; null if it is not installed. */
export async function startPostgres(): Promise<BenchPostgres | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const version = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  if (version === undefined) return null
  const folder = await mkdtemp(join(tmpdir(), 'auspex-bench-postgres-'))
  const owner = process.getuid?.() === 0 ? await becomePostgres(folder) : []
  const execute = (program: string, args: string[]) => {
    const [first = program, ...rest] = [...owner, join('/usr/lib/postgresql', version, 'bin', program), ...args]
    return run(first, rest)
  }
  const data = join(folder, 'data')
  await execute('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'])
  const options = `-k ${folder} -c listen_addresses= -c shared_buffers=256MB -c max_wal_size=2GB`
  await execute('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
  return {
    databaseUrl: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    version,
    stop: async () => {
      await execute('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; its packages create a user for it. */
async function becomePostgres(folder: string): Promise<string[]> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout))
  await chown(folder, uid, gid)
  return ['/usr/sbin/runuser', '-u', 'postgres', '--']
}
