import { spawn } from 'node:child_process'
import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@auspex/server/testing'
import type { SmallDisk } from './small-disk.ts'

const program = fileURLToPath(new URL('../../../../apps/server/bin/auspex.mjs', import.meta.url))
const startWithinMs = 120_000

export interface RefusedStart {
  what: string
  sentence: string
  faults: string[]
}

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

/** Starts the server under its supervisor in each kind of unusable folder. */
export async function tryRefusedStarts(dataDir: string, disk: SmallDisk): Promise<RefusedStart[]> {
  const results: RefusedStart[] = []
  disk.fill()
  results.push(await tryStart('the disk is full', dataDir, /has no room left.*Make room/))
  const leftovers = readdirSync(dataDir).filter((name) => /candidate|unfinished/.test(name))
  if (leftovers.length > 0) results.at(-1)?.faults.push(`a start on a full disk left ${leftovers.join(', ')}`)
  disk.makeRoom()
  disk.setReadOnly(true)
  results.push(await tryStart('the folder is read-only', dataDir, /cannot be written to/))
  disk.setReadOnly(false)
  for (const [what, damage] of Object.entries(damages)) {
    const copy = join(tmpdir(), `auspex-damaged-${process.pid}`)
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !/database\.reserve-|\.s\.PGSQL/.test(path) })
    try {
      damage(join(copy, 'database'))
      results.push(await tryStart(what, copy, /is damaged|was made by another version/))
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  return results
}

async function tryStart(what: string, dataDir: string, expected: RegExp): Promise<RefusedStart> {
  const child = spawn(process.execPath, [program, 'start'], {
    env: { ...process.env, AUSPEX_DATA: dataDir, AUSPEX_PORT: String(await findFreePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), startWithinMs)
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  clearTimeout(timer)
  const allOutput = `${output}\n${errors}`
  const sentence = allOutput.split('\n').find((line) => line.startsWith('Auspex could not start.')) ?? ''
  const faults = [
    ...(code === null || code === 0 ? [`it ended with ${code}`] : []),
    ...(expected.test(sentence) ? [] : [`it said: ${allOutput.trim().slice(-400)}`]),
    ...(/^\s+at .*:\d+/m.test(allOutput) ? ['it printed a stack trace'] : []),
    ...(allOutput.includes('is started again') ? ['it was started again'] : []),
  ]
  return { what, sentence, faults: faults.map((fault) => `${what}: ${fault}`) }
}
