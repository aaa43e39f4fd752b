import { describe, expect, test } from 'vitest'
import { replaceToken, tokenAt } from './composer-menu.tsx'

const at = (text: string) => tokenAt(text, text.length)

describe('what opens a menu', () => {
  test.each([
    ['/', 'command', ''],
    ['/fore', 'command', 'fore'],
    ['@', 'mention', ''],
    ['how is @oat mi', 'mention', 'oat mi'],
  ])('%j', (text, kind, words) => {
    expect(at(text)).toMatchObject({ kind, words })
  })

  test.each(['', 'and/or', 'a /tone', '/tone of it', 'mail me@example.org', `@${'long'.repeat(20)}`, '@ then'])(
    'nothing in %j',
    (text) => {
      expect(at(text)).toBeNull()
    },
  )

  test('a chosen name replaces the token at the caret', () => {
    const text = 'how is @oat doing'
    const token = tokenAt(text, 11)
    expect(token && replaceToken(text, token, 'oat milk')).toEqual({ text: 'how is oat milk doing', caret: 15 })
    const end = at('how is @oat')
    expect(end && replaceToken('how is @oat', end, 'oat milk')).toEqual({ text: 'how is oat milk ', caret: 16 })
  })
})
