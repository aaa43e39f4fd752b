import { describe, expect, test } from 'vitest'
import { compilePattern, UnsupportedPatternError } from './pattern.ts'
import { createRandom } from '@auspex/contract/random'

const lengths = { minLength: 0, maxLength: 200 }

describe('strings generated from a pattern', () => {
  test.each([
    '^pf_[a-z0-9]{1,40}$',
    '^[A-Z]{2}$',
    '^[0-9a-f]{64}$',
    '^doc_[a-z0-9]{1,20}(,doc_[a-z0-9]{1,20}){0,49}$',
    '^(sig|st|pf|pj|rp)_[a-z0-9]{1,40}$',
    '^(-|org_[a-z0-9]{1,40})$',
    '^run_[a-z0-9]{1,40}\\.[0-9]{1,7}$',
    '^[A-Za-z0-9_-]{20,64}$',
    '^\\d{4}(-\\d{2}(-\\d{2})?)?$',
    '^[^/\\s]+\\/\\w*$',
    '^(?:a|b+|c{2,})?$',
    '^#[0-9a-fA-F]{6}$',
    '^[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+$',
  ])('%s match it', (source) => {
    const draw = compilePattern(source, lengths)
    const expression = new RegExp(source, 'u')
    const random = createRandom(7)
    for (let count = 0; count < 200; count += 1) expect(draw(random)).toMatch(expression)
  })

  test('respect the length limits too', () => {
    const draw = compilePattern('^[a-z]+$', { minLength: 9, maxLength: 9 })
    expect(draw(createRandom(1))).toHaveLength(9)
  })

  test('hardly ever repeat when they are ids', () => {
    const draw = compilePattern('^pf_[a-z0-9]{1,40}$', lengths)
    const random = createRandom(1)
    expect(new Set(Array.from({ length: 5000 }, () => draw(random))).size).toBe(5000)
  })

  test('are impossible with lookaround, and the error says why', () => {
    expect(() => compilePattern('^(?!a)b$', lengths)).toThrow(UnsupportedPatternError)
    expect(() => compilePattern('^\\p{L}$', lengths)).toThrow('\\p')
  })

  test('are refused when none exist', () => {
    expect(() => compilePattern('^a{5}$', { minLength: 0, maxLength: 4 })).toThrow('No string')
  })
})
