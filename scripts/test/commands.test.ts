import { describe, expect, test } from 'vitest'
import { runSilently } from './commands.ts'

function node(program: string, limitMs?: number) {
  return runSilently({ command: process.execPath, args: ['-e', program], ...(limitMs !== undefined && { limitMs }) })
}

describe('a command', () => {
  test('tells what it printed on both streams, and whether it ended well', async () => {
    expect(await node('console.log("one"); console.error("two")')).toMatchObject({ ok: true })
    expect((await node('console.log("one"); console.error("two")')).output).toMatch(/one[^]*two|two[^]*one/)
    expect(await node('process.exit(3)')).toMatchObject({ ok: false })
  })

  test('has ended when its process has, though one that it started goes on and holds its output', async () => {
    const result = await node(`
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120000)'], { stdio: 'inherit', detached: true })
      console.log('child ' + child.pid)
      child.unref()`)
    process.kill(Number(/child (\d+)/.exec(result.output)?.[1]), 'SIGKILL')
    expect(result.ok).toBe(true)
  }, 60_000)

  test('that does not end is stopped at its limit, and says so', async () => {
    const result = await node('console.log("begun"); setInterval(() => {}, 1000)', 2_000)
    expect(result.ok).toBe(false)
    expect(result.output).toContain('It did not end within 2 s')
  }, 60_000)
})
