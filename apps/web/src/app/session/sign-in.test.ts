import { beforeEach, expect, test } from 'vitest'
import { RETURN_TO_KEY } from './session-storage.ts'
import { takeReturnUrl, cancelSignIn, noteTriedAgain, triesAgainByItself } from './sign-in.ts'

// @vitest-environment jsdom

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

// @vitest-environment jsdom

test('a sign-in that failed is tried again by the page itself once, so that none goes round for ever', () => {
  expect(triesAgainByItself('timeout')).toBe(true)
  noteTriedAgain()
  expect(triesAgainByItself('timeout')).toBe(false)
})

test('a wrong configuration is not tried again', () => {
  expect(triesAgainByItself('config')).toBe(false)
})

test('a sign-in that is given up ends at the start of the app, and leads nowhere else later', () => {
  sessionStorage.setItem(RETURN_TO_KEY, `${location.origin}/portfolios`)
  const visited: string[] = []
  cancelSignIn({ replace: (address) => void visited.push(address) })
  expect([...visited, takeReturnUrl()]).toEqual(['/', '/'])
})
