import { describe, expect, test } from 'vitest'
import { summarizeText } from './summarize-text.ts'

const paragraphs = [
  'Oat milk rose in every region of Norway this autumn. Shops in Oslo sold more oat milk than in any month before.',
  'Prices of oat milk stayed the same in the shops. Baristas say that oat milk foams well in coffee. The weather was nice.',
  'In short, oat milk rose in every region of Norway this autumn.',
]

describe('the summary of a text', () => {
  test('is made of its own sentences, in its order, and says nothing twice', () => {
    const summary = summarizeText(paragraphs, 3)
    const places = summary.map((sentence) => paragraphs.join(' ').indexOf(sentence))
    expect(summary).toHaveLength(3)
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(summary.filter((sentence) => sentence.includes('every region'))).toHaveLength(1)
  })

  test('leaves out what says least of the whole', () => {
    expect(summarizeText(paragraphs, 2).join(' ')).not.toContain('weather')
  })

  test.each([[[]], [['']], [['Yes. No.']]])('of %j is nothing', (text) => {
    expect(summarizeText(text, 3)).toEqual([])
  })

  test('of a very long text is of its many paragraphs, and there before somebody notices', () => {
    const places = ['Oslo', 'Bergen', 'Lima', 'Quito', 'Accra', 'Tunis', 'Hanoi']
    const says = ['shops sold out of cartons', 'baristas changed their recipes', 'farmers planted further fields']
    const long = Array.from({ length: 400 }, (_, n) =>
      `In ${places[n % 7]} ${says[n % 3]} during week ${n}. `.repeat(5),
    )
    const began = performance.now()
    expect(summarizeText(long, 4).length).toBeGreaterThan(1)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
