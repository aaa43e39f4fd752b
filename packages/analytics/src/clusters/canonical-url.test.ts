import { describe, expect, test } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'

describe('canonicalUrl', () => {
  test.each([
    ['http://WWW.Example.com:80/a/?utm_source=x&b=2&a=1#top', 'https://example.com/a?a=1&b=2'],
    ['https://example.com/a/?fbclid=1', 'https://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://example.com/', 'https://example.com'],
    [' https://example.com/A?id=Q ', 'https://example.com/A?id=Q'],
    ['https://example.com/a?q=%C3%A9 b', 'https://example.com/a?q=%C3%A9+b'],
  ])('%s is the page %s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected)
    expect(canonicalUrl(expected)).toBe(expected)
  })

  test.each(['', 'no address', 'mailto:a@b.c', 'javascript:alert(1)', '/relative'])('%j is no web address', (url) => {
    expect(canonicalUrl(url)).toBeNull()
  })
})
