import { describe, expect, test } from 'vitest'
import type { SecurityEvent } from '../../../kernel/security-event.ts'
import { createRateBound } from './recorder.ts'

const eight = new Date('2026-11-21T08:00:00Z')
const nextMinute = new Date('2026-11-21T08:01:00Z')
const failedSignIn = (address: string): SecurityEvent => ({ name: 'sign-in.failed', address, facts: { tries: 1 } })

describe('events that come too fast', () => {
  test('are stored one by one at first, then counted for their caller', () => {
    const bound = createRateBound({ perCaller: 3, perName: 100 })
    bound.settle(eight)
    const kept = Array.from({ length: 10 }, () => bound.admit(failedSignIn('203.0.113.7'), eight))
    expect(kept.filter(Boolean)).toHaveLength(3)
    expect(bound.admit(failedSignIn('203.0.113.8'), eight)).toBe(true)
    expect(bound.settle(eight)).toEqual([])
    expect(bound.settle(nextMinute)).toEqual([
      { event: { name: 'sign-in.failed', address: '203.0.113.7' }, occurrences: 7, since: eight },
    ])
    expect(bound.settle(nextMinute)).toEqual([])
    expect(bound.admit(failedSignIn('203.0.113.7'), nextMinute)).toBe(true)
  })

  test('from many addresses share one count, and suppress no other kind of event', () => {
    const bound = createRateBound({ perCaller: 3, perName: 100 })
    bound.settle(eight)
    const kept = Array.from({ length: 50_000 }, (_, n) =>
      bound.admit(failedSignIn(`2001:db8::${n.toString(16)}`), eight),
    )
    expect(kept.filter(Boolean)).toHaveLength(100)
    expect(bound.admit({ name: 'user-roles.changed', userId: 'usr_1' }, eight)).toBe(true)
    expect(bound.settleAll()).toEqual([{ event: { name: 'sign-in.failed' }, occurrences: 49_900, since: eight }])
  })
})
