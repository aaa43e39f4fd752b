import { expect, test } from 'vitest'
import { createSharedWork } from './shared-work.ts'
import { currentWork, runAs } from './work.ts'

/** A task that ends on demand, or when its work is aborted. */
function pendingTask() {
  let finish: (value: string) => void = () => {}
  let runs = 0
  const task = () =>
    new Promise<string>((resolve, reject) => {
      runs += 1
      finish = resolve
      const { signal } = currentWork()
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  return { task, finish: (value: string) => finish(value), runs: () => runs }
}

test('callers at the same time share one run, which goes on when one of them hangs up', async () => {
  const share = createSharedWork<string>()
  const { task, finish, runs } = pendingTask()
  const [first, second] = [new AbortController(), new AbortController()]
  const one = runAs({ owner: 'a', signal: first.signal, tenant: null }, () => share('key', task))
  const other = runAs({ owner: 'b', signal: second.signal, tenant: null }, () => share('key', task))
  first.abort(new Error('hung up'))
  finish('measured')
  expect(await Promise.all([one, other])).toEqual(['measured', 'measured'])
  expect(runs()).toBe(1)
})

test('a run is stopped when the last caller has hung up, and who comes then begins anew', async () => {
  const share = createSharedWork<string>()
  const { task, finish, runs } = pendingTask()
  const callers = [new AbortController(), new AbortController()]
  const waiting = callers.map(({ signal }) => runAs({ owner: 'a', signal, tenant: null }, () => share('key', task)))
  for (const caller of callers) caller.abort(new Error('hung up'))
  const late = share('key', task)
  await expect(waiting[0]).rejects.toThrow('hung up')
  await expect(waiting[1]).rejects.toThrow('hung up')
  finish('measured')
  await expect(late).resolves.toBe('measured')
  expect(runs()).toBe(2)
})

test('a failure is told to all, and forgotten', async () => {
  const share = createSharedWork<string>()
  const failing = () => Promise.reject(new Error('no library'))
  await expect(Promise.allSettled([share('key', failing), share('key', failing)])).resolves.toMatchObject([
    { reason: { message: 'no library' } },
    { reason: { message: 'no library' } },
  ])
  await expect(share('key', async () => 'measured')).resolves.toBe('measured')
})
