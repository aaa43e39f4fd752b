import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runProgram } from './run-program.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const program = fileURLToPath(new URL('../../bin/auspex.mjs', import.meta.url))

const elsewhere = realpathSync(tmpdir())

/** Runs the program as its package provides it, in a folder unrelated to the repository. */
const auspex = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: elsewhere,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the program auspex', () => {
  test('lists its commands when called for help', () => {
    const { status, stdout } = auspex('--help')
    expect(status).toBe(0)
    for (const call of [
      'auspex start',
      'auspex import FILE…',
      'auspex verify BUNDLE.zip',
      'auspex backup [FILE]',
      'auspex restore FILE',
      'auspex move --to PLACE',
      'auspex users ACTION [EMAIL]',
      'auspex clients ACTION [OPTION …]',
    ])
      expect(stdout).toContain(`\n  ${call} `)
  })

  test('without a command prints the same as an error', () => {
    expect(auspex()).toEqual({ status: 2, stdout: '', stderr: auspex('-h').stdout })
  })

  test.each(['export', 'constructor', 'Start'])('has no command %s, and lists the existing ones', (name) => {
    expect(auspex(name)).toEqual({
      status: 2,
      stdout: '',
      stderr: `auspex has no command "${name}". It has start, import, verify, backup, restore, move, users, clients.\n`,
    })
  })

  test.each(['start', 'import', 'verify', 'backup', 'restore', 'users'])(
    'explains %s instead of running it when help is requested',
    (name) => {
      const { status, stdout, stderr } = auspex(name, '--help')
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(new RegExp(`^Usage: auspex ${name}`))
      expect(stdout).toContain('Exit codes: 0 ')
    },
  )
})

describe('a command without its arguments', () => {
  // in this process, because a separate process for each would first load the entire API
  test.each([
    [['import'], 'Usage: npm run import -- FILE…   (JSONL or CSV, plain or gzip; see docs/import-format.md)'],
    [['import', 'nothing.csv'], `There is no such file: ${join(elsewhere, 'nothing.csv')}\nNothing was imported.`],
    [['backup', 'a', 'b'], 'Usage: npm run backup -- [FILE]'],
    [['restore'], 'Usage: npm run restore -- FILE'],
    [['restore', 'nothing.jsonl.gz'], `There is no file ${join(elsewhere, 'nothing.jsonl.gz')}.`],
    [
      ['users', 'forget', 'ada@example.com'],
      'Usage: auspex users list | disable EMAIL | enable EMAIL | reset-second-factor EMAIL',
    ],
    [['users', 'disable'], 'Usage: auspex users list | disable EMAIL | enable EMAIL | reset-second-factor EMAIL'],
    [['verify'], 'Name a bundle: npm run verify -- BUNDLE.zip [--deleted FILE]'],
    [['verify', join(elsewhere, 'nothing.zip')], `${join(elsewhere, 'nothing.zip')} cannot be read.`],
  ])('%j says what is missing and exits with 2', async (args, message) => {
    vi.stubEnv('AUSPEX_INVOKED_FROM', elsewhere)
    const print = vi.spyOn(console, 'error').mockReturnValue()
    expect(await runProgram(args)).toBe(2)
    expect(print.mock.calls).toEqual([[message]])
  })
})
