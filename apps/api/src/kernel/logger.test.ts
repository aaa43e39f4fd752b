import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('testing/log-lines.main.ts', import.meta.url))

// a Linux device on which every write fails as on a full disk
test.runIf(existsSync('/dev/full'))('a log on a full disk ends nobody', () => {
  const output = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [program], {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
  })
  closeSync(output)
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'came to its end' })
})

test('a log that can be written has each line', () => {
  const { status, stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 2 ** 24 })
  const lines = stdout.trimEnd().split('\n')
  expect(status).toBe(0)
  expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: 300 }, (_, n) => n),
  )
})
