import { expect, test } from 'vitest'
import { createSearchActivity } from './search-activity.ts'

test('background work goes on only when the last of the running searches has ended', async () => {
  const activity = createSearchActivity()
  const events: string[] = []
  let endFirst = () => {}
  let failSecond = () => {}
  const first = activity.during(() => new Promise<void>((resolve) => (endFirst = resolve)))
  const second = activity.during(() => new Promise<void>((_, reject) => (failSecond = () => reject(new Error('no')))))
  const work = activity.whenQuiet().then(() => events.push('work'))
  endFirst()
  await first
  events.push('first ended')
  failSecond()
  await expect(second).rejects.toThrow('no')
  await work
  expect(events).toEqual(['first ended', 'work'])
  await activity.whenQuiet()
})
