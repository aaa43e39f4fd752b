import { describe, expect, test } from 'vitest'
import { trimOutletName } from './trim-outlet-name.ts'

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
