// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { cancelSignIn, noteTriedAgain, triesAgainByItself } from './failed-sign-in.ts'
import { RETURN_TO_KEY } from './session-storage.ts'
import { takeReturnUrl } from './sign-in.ts'

beforeEach(() => sessionStorage.clear())

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
