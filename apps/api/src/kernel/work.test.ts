import { expect, test } from 'vitest'
import { currentWork, runAs, runForTenant, serverWork, strangers } from './work.ts'

test('what a request started belongs to it until its result is delivered, and then to the server', async () => {
  let isDelivered = false
  const tenant = { userId: 'usr_mira', organizationId: null }
  const work = { owner: 'usr_mira', signal: new AbortController().signal, tenant, isDelivered: () => isDelivered }
  const later = await runAs(work, async () => {
    await Promise.resolve()
    expect(currentWork()).toBe(work)
    return { current: currentWork, resume: Promise.resolve() }
  })
  isDelivered = true
  await runAs(work, async () => {
    await later.resume
    // but never with access to everyone's rows
    expect(later.current()).toEqual({ ...serverWork, tenant })
  })
})

test('outside of any request the server works for itself, and nobody stops that', () => {
  expect(currentWork()).toBe(serverWork)
  expect(serverWork.signal).toBeNull()
})

test('a task for another tenant ends with the same caller, and the caller goes on as themselves', () => {
  const { signal } = new AbortController()
  const tenant = { userId: 'usr_mira', organizationId: 'org_northwind' }
  runAs({ owner: 'usr_mira', signal, tenant }, () => {
    runForTenant(strangers, () => expect(currentWork()).toEqual({ owner: 'usr_mira', signal, tenant: strangers }))
    expect(currentWork().tenant).toBe(tenant)
  })
})
