import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFirstRun, releaseFirstRun, reserveFirstRun, writeFirstRun } from './first-run.ts'

const content = {
  users: Array.from({ length: 3 }, (_, n) => ({
    role: 'member',
    email: `person-${n}@auspex.example`,
    password: 'x'.repeat(20),
    organization: { id: 'org_first', name: 'First Organization' },
  })),
  serviceClient: { client_id: 'auspex-importer', client_secret: 'y'.repeat(43) },
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'auspex-first-run-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the first passwords are written to space reserved before they were generated, for their owner only', () => {
  reserveFirstRun(dataDir)
  const { size } = statSync(join(dataDir, 'first-run.json.unfinished'))
  const path = writeFirstRun(dataDir, content)
  expect(readFirstRun(dataDir)).toEqual(content)
  expect(statSync(path)).toMatchObject({ size, mode: 0o100600 })
  expect(readdirSync(dataDir)).toEqual(['first-run.json'])
})

test('a later start leaves nothing behind', () => {
  reserveFirstRun(dataDir)
  releaseFirstRun(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})
