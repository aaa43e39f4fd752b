import { expect, test } from 'vitest'
import { bufferMbFor, chooseBufferMb } from './buffer-size.ts'

const memoryMb = 16_384

test.each([
  [0, 128],
  [449, 128],
  [450, 256],
  [600, 256],
  [1_229, 512],
  [100_000, 768],
])('a library of %d MB is read through %d MB of pages', (libraryMb, expected) => {
  expect(bufferMbFor({ libraryMb, memoryMb })).toBe(expected)
})

test('a small machine keeps its memory for the rest', () => {
  expect(bufferMbFor({ libraryMb: 5_000, memoryMb: 2_048 })).toBe(256)
  expect(bufferMbFor({ libraryMb: 5_000, memoryMb: 512 })).toBe(128)
})

test('a database that is not there yet begins with the smallest', async () => {
  expect(await chooseBufferMb('/no/such/folder')).toBe(128)
})
