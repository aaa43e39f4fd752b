// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

describe('names', () => {
  /** The exports of each entry point, in the form shown in reviews */
  const exported = [
    ...readFileSync('packages/sdk/api-surface.md', 'utf8').matchAll(/^(?:(?:abstract |async )?\w+ )?([A-Za-z]\w*)\b/gm),
  ].map(([, name = '']) => name)

  test('shadow no global of a browser or Node.js', () => {
    const platform = new Set(Object.getOwnPropertyNames(globalThis))
    expect(platform).toContain('Document')
    expect(exported.length).toBeGreaterThan(1000)
    expect(exported.filter((name) => platform.has(name))).toEqual([])
  })

  test('begin with their operation, and never with getGet', () => {
    expect(exported.filter((name) => name.startsWith('getGet'))).toEqual([])
  })
})
