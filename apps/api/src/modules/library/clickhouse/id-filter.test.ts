import { expect, test } from 'vitest'
import { hash63 } from '../document-id.ts'
import { createIdFilter } from './clickhouse-writer.ts'

const idsFrom = (first: number, count: number) =>
  BigInt64Array.from({ length: count }, (_, at) => BigInt(hash63(`${first + at}`)))

test('holds each id that was put in, in one go or in many, and takes few others for held', () => {
  const ids = idsFrom(0, 50_000)
  const filter = createIdFilter(ids.length)
  for (let at = 0; at < ids.length; at += 10_000) filter.add(new Int32Array(ids.slice(at, at + 10_000).buffer))
  expect(ids.every((id) => filter.mayHold(id))).toBe(true)
  const others = idsFrom(1_000_000, 50_000).filter((id) => filter.mayHold(id))
  expect(others.length).toBeLessThan(50_000 / 100)
})

test('holds nothing at first', () => {
  const filter = createIdFilter(0)
  expect(idsFrom(0, 1_000).some((id) => filter.mayHold(id))).toBe(false)
})
