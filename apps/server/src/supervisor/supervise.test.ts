import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { startNode, supervise } from './supervise.mjs'

const program = fileURLToPath(new URL('testing/ending-server.main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'auspex-supervise-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let run = 0
/** Supervises real processes that end in the given ways one after the other, on a frozen clock that advances by `minutes` in each. */
const superviseEnds = async (
  ends: readonly string[],
  { minutes = 0, onPause = () => undefined, onReady = () => undefined }: SuperviseOptions = {},
) => {
  const file = join(folder, String((run += 1)))
  const output: string[] = []
  const pauses: number[] = []
  const signals = new EventEmitter()
  let clock = 0
  const start = startNode(process.execPath, [program, file, ...ends], {})
  const code = await supervise({
    start: () => start().once('message', () => onReady(signals)),
    say: (line) => void output.push(line),
    pause: async (ms) => {
      pauses.push(ms)
      onPause(signals)
    },
    now: () => (clock += minutes * 60_000),
    signals,
  })
  return { code, output, pauses, starts: readFileSync(file, 'utf8').length }
}
interface SuperviseOptions {
  minutes?: number
  onPause?: (signals: EventEmitter) => unknown
  onReady?: (signals: EventEmitter) => unknown
}

describe('a server that exits', () => {
  test('because it was stopped is not restarted', async () => {
    expect(await superviseEnds(['0'])).toEqual({ code: 0, output: [], pauses: [], starts: 1 })
    expect(await superviseEnds(['SIGINT'])).toEqual({ code: 130, output: [], pauses: [], starts: 1 })
  })

  test('before it was ready reports the reason itself, and is not restarted', async () => {
    expect(await superviseEnds(['early:1'])).toEqual({ code: 1, output: [], pauses: [], starts: 1 })
  })

  test('because it crashed is restarted, with a message', async () => {
    const { code, output, starts } = await superviseEnds(['70', 'SIGKILL', '0'])
    expect({ code, starts }).toEqual({ code: 0, starts: 3 })
    expect(output).toEqual([
      'Auspex ended with exit code 70. It is started again in 1 s (1 of 5)',
      'Auspex ended by SIGKILL. It is started again in 2 s (2 of 5)',
    ])
  })

  test('immediately, several times in a row, is not restarted again, and its exit code is returned', async () => {
    const { code, output, pauses, starts } = await superviseEnds(['70', ...Array.from({ length: 9 }, () => 'early:9')])
    expect({ code, pauses, starts }).toEqual({ code: 9, pauses: [1000, 2000, 4000, 8000, 16_000], starts: 6 })
    expect(output.at(-1)).toContain('6 times in a row, and is not started again')
  })

  test('occasionally is restarted each time', async () => {
    const { code, pauses } = await superviseEnds([...Array.from({ length: 7 }, () => '70'), '0'], { minutes: 2 })
    expect({ code, pauses }).toEqual({ code: 0, pauses: Array.from({ length: 7 }, () => 1000) })
  })
})

describe('a person who stops the supervisor', () => {
  test('stops the server with it', async () => {
    const stopped = await superviseEnds(['stay'], { onReady: (signals) => signals.emit('SIGTERM') })
    expect(stopped).toEqual({ code: 0, output: [], pauses: [], starts: 1 })
  })

  test('during the delay before a restart does not have to wait', async () => {
    const { code, starts } = await superviseEnds(['70'], { onPause: (signals) => signals.emit('SIGINT') })
    expect({ code, starts }).toEqual({ code: 130, starts: 1 })
  })
})
