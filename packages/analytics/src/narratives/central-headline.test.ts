import { describe, expect, test } from 'vitest'
import { centralHeadline } from './central-headline.ts'

describe('the headline of a narrative', () => {
  test('is the most central title that tells one story', () => {
    expect(centralHeadline(['Poor harvest lifts oat milk prices', 'Oat milk prices rise'])).toBe(
      'Poor harvest lifts oat milk prices',
    )
  })

  test('is never a list of stories, a section or the text of a post', () => {
    for (const title of [
      'Morning briefing: oat milk, a strike and the weather',
      'Oat milk up; court rules on labels; barista wins prize',
      'Oat milk prices | Court case | Weather | Valley Herald',
      'Weekly discussion thread on oat milk prices',
      'Business',
      '',
      `I have to say this about oat milk ${'and prices '.repeat(20)}`,
    ])
      expect(centralHeadline([title, 'Poor harvest lifts oat milk prices | Valley Herald'])).toBe(
        'Poor harvest lifts oat milk prices | Valley Herald',
      )
  })

  test('is unknown where no title is one', () => {
    expect(centralHeadline(['Oat milk', '???'])).toBeNull()
  })
})
