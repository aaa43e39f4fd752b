import { describe, expect, test } from 'vitest'
import { explainTone, scoreTone } from './create-tone-scorer.ts'

const labelOf = (text: string) => scoreTone(text, null).label

describe('an opinion', () => {
  test.each([
    'Nobody loves this update',
    'Nobody likes the new design',
    'nobody really enjoys it',
    'No one loves this update',
    'No one likes it',
    'Noone likes it',
    'None of them love it',
    'Hardly anyone likes the change',
    'Hardly anybody enjoys this',
    'Scarcely anyone loved the film',
    'Barely anyone is happy with it',
    'Nobody is impressed',
    'Nobody trusts them',
    'Nobody was happy with the result',
  ])('that nobody holds is negative: %s', (text) => {
    expect(labelOf(text)).toBe('negative')
  })

  test.each(['Everybody loves this update', 'Everyone likes it', 'Anyone who loves tea will like it'])(
    'that somebody holds is positive: %s',
    (text) => {
      expect(labelOf(text)).toBe('positive')
    },
  )

  test('does not affect the next clause', () => {
    expect(labelOf('Nobody came. We love this place')).toBe('positive')
  })
})

describe('a superlative', () => {
  test.each([
    'Not the worst phone I have owned',
    "It isn't the worst phone",
    'This was not the worst idea',
    'Hardly the worst film of the year',
    'Far from the worst place',
    'It is not the ugliest car',
    'Not the most terrible meal',
    'Not quite the worst answer',
  ])('that is a denied "worst" is neutral: %s', (text) => {
    expect(labelOf(text)).toBe('neutral')
  })

  test.each([
    'The worst phone I have owned',
    'Not only the worst phone, also the most terrible',
    'Not the best phone I have owned',
    "It isn't the best idea",
    'Not the most beautiful car',
    'Not good. The worst phone of all',
  ])('that is a "worst", or a denied "best", is negative: %s', (text) => {
    expect(labelOf(text)).toBe('negative')
  })
})

describe('the word "killer"', () => {
  test.each([
    'Killer feature shipped today',
    'This is the killer app',
    'A killer deal on laptops',
    'Killer new feature',
    'What a killer soundtrack',
    'A killer performance by the band',
    'killer features!',
  ])('praises a product: %s', (text) => {
    expect(labelOf(text)).toBe('positive')
  })

  test.each([
    'The killer was arrested',
    'Police hunt a serial killer',
    'Killer whale seen near the coast',
    'Killer bees attack',
  ])('and says nothing otherwise: %s', (text) => {
    expect(labelOf(text)).not.toBe('positive')
  })
})

describe('an emoji with a clear mood', () => {
  test.each([
    '😡',
    '👎',
    '👎🏽',
    '👎🏿',
    '😠',
    '🤬',
    '😤',
    '😢',
    '💔',
    '🤮',
    '🤢',
    '😞',
    '☹️',
    '🙁',
    '💩',
    '🖕🏻',
    '😒',
    '🙄',
    'update 😡😡',
    'New layout👎',
    'Nope 👎🏼 again',
  ])('is negative: %s', (text) => {
    expect(labelOf(text)).toBe('negative')
  })

  test.each([
    '👍',
    '👍🏻',
    '👍🏿',
    '😍',
    '🥰',
    '❤️',
    '❤',
    '😊',
    '☺️',
    '😀',
    '🎉',
    '💯',
    '👏🏽',
    '🙌',
    '🤩',
    '😘',
    'Layout❤️',
    'ship it 🎉🎉',
    'the update 👍🏾!',
  ])('is positive: %s', (text) => {
    expect(labelOf(text)).toBe('positive')
  })

  test.each(['📱', '😭', '😱', '🚀', '🏠', '✅', '🇩🇪', '1️⃣', '🤖', '⌚️'])(
    'that depicts a thing has no tone: %s',
    (text) => {
      expect(labelOf(text)).toBe('unknown')
    },
  )

  test('shows the mood of the author, so that a preceding "not" does not reverse it', () => {
    expect(labelOf('Why not 😡')).toBe('negative')
  })

  test('is marked at its position, with its skin tone', () => {
    const text = 'New layout 👎🏽 today'
    const [sentence] = explainTone(text, 'en')
    expect(sentence?.words.map(({ start, end }) => text.slice(start, end))).toContain('👎🏽')
  })
})
