import { expect, test } from 'vitest'
import { RenewThrottle } from './identity-manager.ts'

function createThrottle() {
  const time = { now: 0 }
  return { time, throttle: new RenewThrottle(() => time.now) }
}

test('the tenth renewal within 30 seconds is refused, and so are those right after it', () => {
  const { throttle } = createThrottle()
  const refused = Array.from({ length: 12 }, () => throttle.hit())
  expect(refused).toEqual([...Array(9).fill(false), true, true, true])
})

test('ten renewals in exactly 30 seconds are admitted', () => {
  const { time, throttle } = createThrottle()
  const refused = Array.from({ length: 9 }, () => throttle.hit())
  time.now = 30_000
  expect([...refused, throttle.hit()]).not.toContain(true)
})

test('renewals at a normal pace are never refused', () => {
  const { time, throttle } = createThrottle()
  for (let n = 0; n < 100; n++) {
    time.now = n * 4000
    expect(throttle.hit()).toBe(false)
  }
})

test('renewal works again once the refused attempts are 30 seconds old', () => {
  const { time, throttle } = createThrottle()
  for (let n = 0; n < 10; n++) throttle.hit()
  time.now = 30_000
  expect(throttle.hit()).toBe(false)
})
