import { describe, expect, test } from 'vitest'
import { type CarriedText, countTellers } from './count-tellers.ts'

describe('count tellers', () => {
  const copy = (text: string, outlet: string, at: string, isDatedByDay = false): CarriedText => ({
    text,
    outlet,
    publishedAt: `2026-11-20T${at}:00.000Z`,
    isDatedByDay,
  })
  const agency = (text: string, count: number) =>
    Array.from({ length: count }, (_, n) => copy(text, `outlet${n}.example`, '08:00'))

  describe('independent outlets of a story', () => {
    test('are one when 120 outlets publish one text at the same instant', () => {
      expect(countTellers(agency('wire', 120))).toBe(1)
    })

    test('are one when copies are dated by day only, including outlets with a time', () => {
      const copies = [copy('wire', 'a.example', '00:00', true), copy('wire', 'b.example', '00:00', true)]
      expect(countTellers([...copies, copy('wire', 'c.example', '19:15')])).toBe(1)
    })

    test('are the outlets with a text of their own, not those that copy it later', () => {
      const originals = [copy('one', 'a.example', '08:00'), copy('two', 'b.example', '09:00')]
      expect(countTellers([...originals, copy('one', 'c.example', '10:00'), copy('two', 'c.example', '11:00')])).toBe(2)
    })

    test('are one when a site publishes a story twice, even on a subdomain', () => {
      expect(countTellers([copy('one', 'a.example', '08:00'), copy('two', 'm.a.example', '09:00')])).toBe(1)
    })

    test('are the agency and the outlet that adds its own text to the agency text', () => {
      expect(countTellers([...agency('wire', 3), copy('own', 'outlet0.example', '12:00')])).toBe(2)
    })

    test('are 0 without articles', () => {
      expect(countTellers([])).toBe(0)
    })
  })
})
