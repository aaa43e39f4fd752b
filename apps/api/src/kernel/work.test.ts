import { expect, test } from 'vitest'
import { currentWork, runAs, serverWork } from './work.ts'

test('what a request started belongs to it until its result is delivered, and then to the server', async () => {
  let isDelivered = false
  const work = { owner: 'usr_mira', signal: new AbortController().signal, isDelivered: () => isDelivered }
  const later = await runAs(work, async () => {
    await Promise.resolve()
    expect(currentWork()).toBe(work)
    return { owner: () => currentWork().owner, resume: Promise.resolve() }
  })
  isDelivered = true
  await runAs(work, async () => {
    await later.resume
    expect(later.owner()).toBe('server')
  })
})

test('outside of any request the server works for itself, and nobody stops that', () => {
  expect(currentWork()).toBe(serverWork)
  expect(serverWork.signal).toBeNull()
})
