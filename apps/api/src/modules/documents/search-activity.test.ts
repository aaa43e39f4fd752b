import { expect, test } from 'vitest'
import { createSearchActivity } from './search-activity.ts'

test('background work goes on only when the last of the running searches has ended', async () => {
  const activity = createSearchActivity()
  const events: string[] = []
  const firstEnds = Promise.withResolvers<void>()
  const secondEnds = Promise.withResolvers<void>()
  const first = activity.during(() => firstEnds.promise)
  const second = activity.during(() => secondEnds.promise)
  const work = activity.whenQuiet().then(() => events.push('work'))
  firstEnds.resolve()
  await first
  events.push('first ended')
  secondEnds.reject(new Error('no'))
  await expect(second).rejects.toThrow('no')
  await work
  expect(events).toEqual(['first ended', 'work'])
  await activity.whenQuiet()
})
