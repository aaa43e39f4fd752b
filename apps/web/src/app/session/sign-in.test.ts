// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { RETURN_TO_KEY } from './session-storage.ts'
import { takeReturnUrl } from './sign-in.ts'

beforeEach(() => sessionStorage.clear())

test('the address to come back to keeps its query and fragment, and is used once', () => {
  const address = `${location.origin}/signals/sg_1?from=2026-01-01#tone`
  sessionStorage.setItem(RETURN_TO_KEY, address)
  expect(takeReturnUrl()).toBe(address)
  expect(takeReturnUrl()).toBe('/')
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 'nonsense'])(
  '%s is no address to come back to',
  (address) => {
    sessionStorage.setItem(RETURN_TO_KEY, address)
    expect(takeReturnUrl()).toBe('/')
  },
)
