import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createLogger, openDatabase, version } from '@auspex/api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { firstRunPath } from '../first-run/first-run.ts'
import { backUp } from './backup.command.ts'
import { restore } from './restore.command.ts'

/** A Linux device on which every write fails as on a full disk. */
const fullDevice = '/dev/full'

const folder = mkdtempSync(join(tmpdir(), 'auspex-backup-room-'))
const library = join(folder, 'library')
const file = join(folder, 'library.jsonl.gz')

async function run(command: typeof backUp, data: string, path: string): Promise<{ code: number; errorOutput: string }> {
  vi.stubEnv('AUSPEX_DATA', data)
  vi.stubEnv('AUSPEX_INVOKED_FROM', folder)
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'log').mockReturnValue()
  const code = await command([path])
  const errorOutput = errors.mock.calls.flat().join('\n')
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  return { code, errorOutput }
}

beforeAll(async () => {
  const database = await openDatabase({ dataDir: library, log: createLogger('silent') })
  await database.close()
  writeFileSync(firstRunPath(library), '{ "users": [] }\n')
})
afterEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(existsSync(fullDevice))('without room', () => {
  test('a backup without enough disk space says what to do, and leaves no file', async () => {
    symlinkSync(fullDevice, `${file}.partial`)
    const { code, errorOutput } = await run(backUp, library, file)
    expect(code).toBe(1)
    expect(errorOutput).toContain(`No backup was created: The disk of ${file} has no room left`)
    expect(readdirSync(folder).filter((name) => name.startsWith('library.jsonl'))).toEqual([])
  })

  test('nothing is restored without space for the first passwords, and the same restore works with space', async () => {
    expect(await run(backUp, library, file)).toMatchObject({ code: 0 })
    const target = mkdtempSync(join(folder, 'target-'))
    const unfinished = `${firstRunPath(target)}.unfinished`
    symlinkSync(fullDevice, unfinished)
    const { code, errorOutput } = await run(restore, target, file)
    expect(code).toBe(1)
    expect(errorOutput).toContain(`Nothing was restored: The disk of ${target} has no room left`)
    expect(readdirSync(target)).toEqual([])

    expect(await run(restore, target, file)).toEqual({ code: 0, errorOutput: '' })
    expect(existsSync(firstRunPath(target))).toBe(true)
  })
})

test('a restore that failed after creating tables leaves the folder empty for the next', async () => {
  const lines = [
    [
      'header',
      {
        format: 1,
        engine: 'embedded',
        software: version,
        createdAt: '2026-01-01T00:00:00.000Z',
        migrations: ['0001_people'],
        files: {},
      },
    ],
    ['table', 'no_table_of_ours', ['name']],
    ['end of table', 'no_table_of_ours', { rows: 0, hash: '0'.repeat(32) }],
    ['end', { tables: 1, rows: 0 }],
  ]
  writeFileSync(file, gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')))
  const target = mkdtempSync(join(folder, 'target-'))
  for (const attempt of [1, 2]) {
    const { code, errorOutput } = await run(restore, target, file)
    expect(code, `attempt ${attempt}`).toBe(1)
    expect(errorOutput, `attempt ${attempt}`).toContain('The backup has a table no_table_of_ours')
    expect(readdirSync(target), `attempt ${attempt}`).toEqual([])
  }
})
