import { expect, test } from 'vitest'
import { createSearchActivity } from './search-activity.ts'

test('background work resumes only after the last running search has ended', async () => {
  const activity = createSearchActivity()
  const events: string[] = []
  const firstEnds = Promise.withResolvers<void>()
  const secondEnds = Promise.withResolvers<void>()
  const first = activity.track(() => firstEnds.promise)
  const second = activity.track(() => secondEnds.promise)
  const work = activity.whenIdle().then(() => events.push('work'))
  firstEnds.resolve()
  await first
  events.push('first ended')
  secondEnds.reject(new Error('no'))
  await expect(second).rejects.toThrow('no')
  await work
  expect(events).toEqual(['first ended', 'work'])
  await activity.whenIdle()
})

test('an import waits for the next section of a report, but not indefinitely', async () => {
  const activity = createSearchActivity()
  const events: string[] = []
  const part = async (name: string) => {
    await activity.track(() => Promise.resolve())
    events.push(name)
  }
  await part('first part')
  const work = activity.whenSettled({ graceMs: 20, atMostMs: 5_000 }).then(() => events.push('import'))
  await part('second part')
  await work
  expect(events).toEqual(['first part', 'second part', 'import'])
  const endless = Promise.withResolvers<void>()
  const search = activity.track(() => endless.promise)
  await activity.whenSettled({ graceMs: 0, atMostMs: 1 })
  endless.resolve()
  await search
})
