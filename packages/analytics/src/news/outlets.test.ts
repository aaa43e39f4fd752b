import { describe, expect, test } from 'vitest'
import { type CarriedText, countTellers, trimOutletName } from './outlets.ts'

describe("a title without the outlet's name", () => {
  test.each([
    ['Trout season opens - News - Neosho Daily News - Neosho, MO', 'neoshodailynews.com', 'Trout season opens'],
    [
      'Fishermen seek a lifeline - News - The Herald News, Fall River, MA',
      'heraldnews.com',
      'Fishermen seek a lifeline',
    ],
    ['One day at a time | Jax Daily Record | Jacksonville Daily Record', 'jaxdailyrecord.com', 'One day at a time'],
    ['Moulton blames China - News - Wicked Local Salem', 'salem.wickedlocal.com', 'Moulton blames China'],
    ['Moulton blames China - News - Wilmington Advocate', 'wickedlocal.com', 'Moulton blames China'],
    ['Deadline Detroit | Virus shuts bars and gyms', 'deadlinedetroit.com', 'Virus shuts bars and gyms'],
    ['Wash your hands – NBC New York', 'www.nbcnewyork.com', 'Wash your hands'],
    ['Schools close | News, Sports, Jobs - The Nashua Telegraph', 'nashuatelegraph.com', 'Schools close'],
  ])('%s', (title, outlet, trimmed) => {
    expect(trimOutletName(title, outlet)).toBe(trimmed)
  })

  test.each([
    // parts of the headline stay, whatever they contain
    ['COVID - 19 causing rapid changes in business', 'gazette.com'],
    ['Drive - thru testing begins in Denver', 'denverpost.com'],
    ['Harbor strike: day three - what we know', 'one.example'],
    ['New York Times - Guild talks stall', 'guardian.com'],
    ['Neosho Daily News', 'neoshodailynews.com'],
    ['', 'one.example'],
  ])('%s stays unchanged', (title, outlet) => {
    expect(trimOutletName(title, outlet)).toBe(title)
  })
})

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
