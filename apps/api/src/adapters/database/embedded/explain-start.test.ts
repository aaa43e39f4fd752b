import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseStartError } from '../database.errors.ts'
import { openEmbedded } from './open-embedded.ts'
import { checkFolder, engineVersion, nameFolderError } from './explain-start.ts'
import { silentLog } from '../../../testing/test-database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auspex-start-'))
  await mkdir(join(folder, 'global'))
  await writeFile(join(folder, 'PG_VERSION'), `${engineVersion}\n`)
  await writeFile(join(folder, 'global', 'pg_control'), Buffer.alloc(8192))
})
afterEach(() => rm(folder, { recursive: true }))

test('the engine reads folders of the version that it is', async () => {
  const database = await openEmbedded({ dataDir: null, log: silentLog })
  const { rows } = await database.pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  await database.close()
  expect(rows[0]?.version.split('.')[0]).toBe(engineVersion)
})

describe('a folder that the engine cannot use is refused before it is touched', () => {
  const damages: Record<string, [() => Promise<void>, RegExp]> = {
    'without its version': [() => rm(join(folder, 'PG_VERSION')), /PG_VERSION is missing/],
    'of a newer version': [
      () => writeFile(join(folder, 'PG_VERSION'), '19\n'),
      /of PostgreSQL 19, and this version reads/,
    ],
    'of an older version': [
      () => writeFile(join(folder, 'PG_VERSION'), '16\n'),
      /of PostgreSQL 16, and this version reads/,
    ],
    'whose version is no number': [() => writeFile(join(folder, 'PG_VERSION'), ''), /PG_VERSION is not whole/],
    'without pg_control': [() => rm(join(folder, 'global', 'pg_control')), /pg_control is missing/],
    'whose pg_control is cut off': [
      () => writeFile(join(folder, 'global', 'pg_control'), 'x'),
      /pg_control is not whole/,
    ],
  }

  test.each(Object.entries(damages))('%s', async (_name, [damage, sentence]) => {
    await expect(checkFolder(folder)).resolves.toBeUndefined()
    await damage()
    const failure = await checkFolder(folder).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseStartError)
    expect(String(failure)).toMatch(sentence)
    expect(String(failure)).toMatch(/Move the folder away|move the folder away/)
  })
})

describe('a data folder that fails is named with what to do', () => {
  test.each(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])('%s', (code) => {
    const named = nameFolderError('/srv/auspex', Object.assign(new Error('as the system says'), { code }))
    expect(named).toBeInstanceOf(DatabaseStartError)
    expect(String(named)).toMatch(/\/srv\/auspex .+\. (Give|Make room|Choose)/)
  })

  test('and any other failure stays what it is', () => {
    const defect = new TypeError('x is not a function')
    expect(nameFolderError('/srv/auspex', defect)).toBe(defect)
  })
})
