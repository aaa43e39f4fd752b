import { expect, test } from 'vitest'
import { findFaults, readCall, whyDropped } from './main.ts'

test('a call names its checks, all of them by default', () => {
  const read = (...words: string[]) => {
    const { chosen, amount } = readCall(words)
    return { names: chosen.map(({ name }) => name), amount }
  }
  expect(read()).toEqual({ names: ['journeys', 'kills', 'roll'], amount: undefined })
  expect(read('kills')).toEqual({ names: ['kills'], amount: undefined })
  expect(read('roll', '200')).toEqual({ names: ['roll'], amount: '200' })
  expect(read('journeys', 'all')).toEqual({ names: ['journeys'], amount: 'all' })
})

test.each([['kill'], ['toString'], ['kills x'], ['kills 0'], ['kills 2 3'], ['roll all'], ['journeys 5']])(
  'a check that does not exist is refused: %s',
  (call) => {
    expect(() => readCall(call.split(' '))).toThrow(`There is no check of processes “${call}”`)
  },
)

test('a check that breaks off is a fault, and the next one still runs', async () => {
  const faults = await findFaults([
    { name: 'first', run: () => Promise.reject(new Error('The balancer is gone')) },
    { name: 'second', run: async () => ['one is lost'] },
  ])
  expect(faults).toEqual([expect.stringContaining('first broke off: Error: The balancer is gone'), 'one is lost'])
})

test('a request is dropped unless it is answered as a whole', async () => {
  expect(await whyDropped(Promise.resolve(new Response('{}')))).toBeNull()
  expect(await whyDropped(Promise.resolve(new Response(null, { status: 204 })))).toBeNull()
  expect(await whyDropped(Promise.resolve(new Response('No process answered', { status: 502 })))).toBe(
    '502 No process answered',
  )
  const broken = { ok: true, status: 200, text: () => Promise.reject(new TypeError('terminated')) }
  expect(await whyDropped(Promise.resolve(broken))).toBe('terminated')
  const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  expect(await whyDropped(Promise.reject(refused))).toBe('connect ECONNREFUSED')
})
