import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { affectedProjects } from './changed-phases.ts'
import { close, failOnce, passedOnce, readTests, saveTests } from './outcome.ts'
import { runPhases } from './run-phases.ts'

const home = process.cwd()
let lines: string[] = []

beforeEach(() => {
  process.chdir(mkdtempSync(join(tmpdir(), 'auspex-run-')))
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line.trim()))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  process.chdir(home)
})

test('a run reports each step and the time left, and continues after a step that throws', async () => {
  const outcomes = await runPhases([
    {
      atOnce: 1,
      steps: [
        { title: 'types', run: () => Promise.reject(new Error('no such program')) },
        { title: 'lint', run: async () => passedOnce },
      ],
    },
  ])
  expect(lines[0]).toBe('── types: 1 of 2, less than a minute left')
  expect(close(outcomes)).toBe(1)
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
})

test('the summary repeats each failure with its reason and the command that reruns it', () => {
  const failure = { title: 'a.test.ts › adds', command: 'npm test -- a.test.ts', reason: 'expected 2 to be 3' }
  close([{ passed: 7, failures: [], unsteady: [failure] }, failOnce(failure)])
  expect(lines[0]).toMatch(
    /^unsteady \(load .*\): a\.test\.ts › adds\n {2}expected 2 to be 3\n {2}npm test -- a\.test\.ts$/,
  )
  expect(lines.slice(1)).toEqual([
    'failed: a.test.ts › adds\n  expected 2 to be 3\n  npm test -- a.test.ts',
    '7 passed, 1 failed',
  ])
})

test('the summary of the proofs includes the tests before them, even when those did not finish', () => {
  saveTests({ passed: 5, failures: [] })
  expect(close([readTests(), passedOnce])).toBe(0)
  saveTests()
  expect(close([readTests(), passedOnce])).toBe(1)
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
})

test('a change is checked in its project and in its dependents', () => {
  process.chdir(home)
  expect(affectedProjects(['apps/web/src/app/theme.ts'])).toEqual(['apps/web'])
  expect(affectedProjects(['packages/sources/src/index.ts'])).toContain('apps/api')
  expect(affectedProjects(['packages/sources/src/index.ts'])).not.toContain('apps/web')
})
