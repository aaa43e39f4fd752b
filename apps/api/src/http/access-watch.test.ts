import { Readable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAccessWatch } from './mount-operations.ts'
import type { Access } from './authorize.ts'

afterEach(() => vi.useRealTimers())

const modules = ['portfolios', 'signals']
const has = (...disabled: string[]): Access => ({ isDisabled: false, off: new Set(disabled) })

function watchPeople(access: Map<string, Access | Error>) {
  const watch = createAccessWatch(async (userId) => {
    const hasAccess = access.get(userId) ?? has()
    if (hasAccess instanceof Error) throw hasAccess
    return hasAccess
  })
  const open = (userId: string) => {
    const stream = new Readable({ read() {} })
    stream.on('error', () => {})
    stream.once('close', watch.follow({ userId, modules, end: () => stream.destroy(new Error('out')) }))
    return stream
  }
  return { watch, open }
}

describe('a stream that is being read', () => {
  test.each([
    ['is disabled', { isDisabled: true, off: new Set<string>() }],
    ['loses the module', has('signals')],
  ])('ends within two seconds when its reader %s, without affecting others', async (_case, lost) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const access = new Map<string, Access | Error>()
    const { open } = watchPeople(access)
    const [first, second, other] = [open('usr_mira'), open('usr_mira'), open('usr_jon')]
    await vi.advanceTimersByTimeAsync(2_000)
    expect([first, second, other].map(({ destroyed }) => destroyed)).toEqual([false, false, false])
    access.set('usr_mira', lost)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([first, second, other].map(({ destroyed }) => destroyed)).toEqual([true, true, false])
  })

  test('continues when another module is disabled, and when the database does not answer', async () => {
    const access = new Map<string, Access | Error>([['usr_mira', has('zeus')]])
    const { watch, open } = watchPeople(access)
    const stream = open('usr_mira')
    await watch.checkNow()
    access.set('usr_mira', new Error('down'))
    await watch.checkNow()
    expect(stream.destroyed).toBe(false)
  })
})

test('does nothing while no stream is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { open } = watchPeople(new Map())
  const stream = open('usr_mira')
  expect(vi.getTimerCount()).toBe(1)
  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.destroy()
  await closed
  expect(vi.getTimerCount()).toBe(0)
})
