import { getPriority } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { createThread, type Thread } from './thread.ts'

export interface CountingTasks {
  count: (input: null) => number
  fail: (message: string) => never
  end: (input: null) => never
  readPriority: (input: null) => number
}

const script = new URL('./testing/counting.worker.ts', import.meta.url)
let thread: Thread<CountingTasks>
const start = (idleMs: number, isBackground = false) =>
  (thread = createThread<CountingTasks>(script, { name: 'counting', idleMs, isBackground }))
const count = () => thread.ask({ kind: 'count', input: null })
afterEach(() => thread.close())

test('one thread runs tasks in order', async () => {
  start(60_000)
  expect(await Promise.all([count(), count(), count()])).toEqual([1, 2, 3])
})

test("a task that throws passes on the error's name and message, and the thread continues", async () => {
  start(60_000)
  await expect(thread.ask({ kind: 'fail', input: 'too far' })).rejects.toMatchObject({
    name: 'RangeError',
    message: 'too far',
  })
  expect(await count()).toBe(1)
})

test('a thread that dies fails its pending tasks, and the next task starts a new one', async () => {
  start(60_000)
  expect(await count()).toBe(1)
  const ended = thread.ask({ kind: 'end', input: null })
  const queued = count()
  await expect(ended).rejects.toThrow('The thread "counting" ended')
  await expect(queued).rejects.toThrow('The thread "counting" ended')
  expect(await count()).toBe(1)
})

test('an idle thread ends, and the next task starts a new one', async () => {
  start(0)
  expect(await count()).toBe(1)
  await expect.poll(count).toBe(1)
})

// elsewhere a priority belongs to the process
test.runIf(process.platform === 'linux')('a background thread leaves the cores to the others', async () => {
  start(60_000, true)
  expect(await thread.ask({ kind: 'readPriority', input: null })).toBeGreaterThan(getPriority())
  await thread.close()
  start(60_000)
  expect(await thread.ask({ kind: 'readPriority', input: null })).toBe(getPriority())
})

test('closing fails pending tasks', async () => {
  start(60_000)
  const waiting = count()
  const closed = thread.close()
  await expect(waiting).rejects.toThrow('was closed')
  await closed
})
