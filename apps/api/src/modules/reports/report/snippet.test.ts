import { parseQuery, type QueryNode } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { findSnippet, matchSnippet, toSpans } from './snippet.ts'

describe('a snippet', () => {
  function read(term: string): QueryNode {
    const parsed = parseQuery(term)
    if (!parsed.ok) throw new Error(parsed.message)
    return parsed.query
  }

  const filler = 'Words that say nothing of it. '.repeat(100)

  test('shows the passage around the first match verbatim, with the match marked', () => {
    const body = `${filler}Then oat milk came, and Oat Milk stayed. ${filler}`
    const { text, highlights } = matchSnippet(read('oat milk'), body)
    expect(body).toContain(text)
    expect(text.length).toBeLessThanOrEqual(600)
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['oat milk', 'Oat Milk'])
    expect(text).toMatch(/^\S/u)
  })

  test('shows the beginning when nothing in the text matched', () => {
    const { text, highlights } = matchSnippet(read('tea'), filler)
    expect(filler.startsWith(text)).toBe(true)
    expect(highlights).toEqual([])
    expect(findSnippet(read('tea'), filler)).toBeNull()
  })

  test('finds a match that crosses the first block boundary', () => {
    for (let before = 1_485; before <= 1_505; before++) {
      const body = `${'x '.repeat(before / 2)}${before % 2 === 0 ? '' : 'y'} oat milk ${filler}`
      expect(findSnippet(read('oat milk'), body)?.highlights.length, `${before}`).toBe(1)
    }
  })

  test('never cuts a character in half', () => {
    const { text } = matchSnippet(read('tea'), '😀'.repeat(1_000))
    expect(text.isWellFormed()).toBe(true)
  })

  test('marks at most 200 ranges', () => {
    expect(toSpans(read('tea'), 'tea, '.repeat(500))).toHaveLength(200)
  })
})
