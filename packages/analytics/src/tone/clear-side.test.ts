import { expect, test } from 'vitest'
import { clearSide } from './clear-side.ts'

test('a list of parts takes no side, whatever its words were learned to mean', () => {
  for (const style of ['news', 'post'] as const)
    for (const text of [
      'Nokia Lumia 920 official: Dual-core 1.5GHz Snapdragon S4 CPU, 8MP rear PureView camera, NFC, integrated wireless charging, Windows Phone 8',
      'The committee meets on Tuesday at the usual place.',
    ])
      expect([text, clearSide(text, { style })]).toEqual([text, 0])
})

test('a sentence that judges takes its side, on either side', () => {
  expect(clearSide('The camera is terrible and the battery is awful.', { style: 'post' })).toBe(-1)
  expect(clearSide('I love this phone, it is wonderful.', { style: 'post' })).toBe(1)
})

test('words of the query judge nothing', () => {
  expect(clearSide('The crash was on Tuesday.', { without: new Set(['crash']) })).toBe(0)
})
