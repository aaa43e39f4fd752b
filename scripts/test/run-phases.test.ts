import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { close, forgetTests, keepTests, readTests } from './closing.ts'
import { failOnce, passedOnce } from './outcome.ts'
import { runPhases } from './run-phases.ts'
import type { Step } from './step.ts'

const home = process.cwd()
let printedLines: string[] = []

beforeEach(() => {
  process.chdir(mkdtempSync(join(tmpdir(), 'auspex-run-')))
  printedLines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printedLines.push(line.trim()))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  process.chdir(home)
})

const step = (title: string, run: Step['run'] = async () => passedOnce): Step => ({ title, run })

describe('a run', () => {
  test('says which step of how many begins and how long is left', async () => {
    await runPhases([{ atOnce: 1, steps: [step('types'), step('lint')] }])
    expect(printedLines[0]).toBe('── types: 1 of 2, less than a minute left')
    expect(printedLines[2]).toBe('── lint: 2 of 2, less than a minute left')
  })

  test('goes on after a step that fails or throws, and counts both', async () => {
    const outcomes = await runPhases([
      {
        atOnce: 1,
        steps: [
          step('types', async () => failOnce({ title: 'types', command: 'npx tsc' })),
          step('lint', () => Promise.reject(new Error('no such program'))),
          step('format'),
        ],
      },
    ])
    expect(close(outcomes)).toBe(1)
    expect(printedLines.at(-1)).toBe('1 passed, 2 failed')
  })

  test('runs two steps of a phase at once, and the next phase after both', async () => {
    const order: string[] = []
    const other = Promise.withResolvers<void>()
    await runPhases([
      {
        atOnce: 2,
        steps: [
          step('waits for the other', async () => {
            await other.promise
            order.push('first')
            return passedOnce
          }),
          step('the other', async () => {
            other.resolve()
            return passedOnce
          }),
        ],
      },
      {
        atOnce: 1,
        steps: [
          step('next', async () => {
            order.push('next')
            return passedOnce
          }),
        ],
      },
    ])
    expect(order).toEqual(['first', 'next'])
  })
})

describe('the closing lines', () => {
  test('repeat each failure with its reason and the command that runs it alone', () => {
    close([
      { passed: 7, failures: [] },
      failOnce({ title: 'a.test.ts › adds', command: 'npm test -- a.test.ts', reason: 'expected 2 to be 3' }),
    ])
    expect(printedLines[0]).toBe('failed: a.test.ts › adds\n  expected 2 to be 3\n  npm test -- a.test.ts')
    expect(printedLines[1]).toBe('7 passed, 1 failed')
  })

  test('of the proofs count what the tests before them found', () => {
    keepTests({ passed: 5, failures: [] })
    expect(close([readTests(), passedOnce])).toBe(0)
    expect(printedLines.at(-1)).toBe('6 passed, 0 failed')
  })

  test('of the proofs count tests that did not reach their end as a failure', () => {
    keepTests(passedOnce)
    forgetTests()
    expect(close([readTests(), passedOnce])).toBe(1)
    expect(printedLines.at(-1)).toBe('1 passed, 1 failed')
  })
})
