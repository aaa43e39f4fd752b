import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findEvaluationData } from '../testing/evaluation-data.ts'
import { createToneScorer, explainTone, scoreTone } from './create-tone-scorer.ts'
import { parseQuery } from '../query/parse-query.ts'
import { wordsOfQuery } from '../query/query-cost.ts'
import { wordsWithoutTone } from './words-without-tone.ts'

describe('create tone scorer', () => {
  const score = createToneScorer()
  const reference = createToneScorer({ learned: false })
  const scoreOf = (text: string): number => score(text).score ?? Number.NaN

  describe('createToneScorer', () => {
    test.each([
      ['VADER is smart, handsome, and funny.', 0.8316],
      ['VADER is smart, handsome, and funny!', 0.8439],
      ['VADER is not smart, handsome, nor funny.', -0.7424],
      ['VADER is VERY SMART, handsome, and FUNNY!!!', 0.9342],
      ['At least it isn’t a horrible book.', 0.431],
      ['The plot was good, but the characters are uncompelling and the dialog is not great.', -0.7042],
    ])('gives %j the score of the reference implementation without learned valences', (text, expected) => {
      expect(reference(text).score).toBeCloseTo(expected, 3)
    })

    test.each([
      ['Shares plunge after bankruptcy filing', 'negative'],
      ['Stock surges on upbeat outlook', 'positive'],
      ['The committee meets on Tuesday', 'unknown'],
      ['Gross domestic product and crude oil shares', 'unknown'],
      ['', 'unknown'],
    ])('%j is %s', (text, label) => {
      expect(score(text).label).toBe(label)
    })

    test('negation, degree and "but" change the score in the right direction', () => {
      expect(scoreOf('It is not good')).toBeLessThan(0)
      expect(scoreOf('It is very good')).toBeGreaterThan(scoreOf('It is good'))
      expect(scoreOf('It is slightly good')).toBeLessThan(scoreOf('It is good'))
      expect(scoreOf('It is good, but the end is terrible')).toBeLessThan(0)
    })

    test('counts extra words, and removes a word with a value of 0', () => {
      const scorer = createToneScorer({ extra: { moonshot: 3, good: 0 } })
      expect(scorer('A moonshot').label).toBe('positive')
      expect(scorer('A good day').label).toBe('unknown')
    })

    test.each([
      ['The disaster fund opens on Saturday', 'unknown'],
      ['A new cancer study begins in March', 'unknown'],
      ['The disaster goes on', 'negative'],
      ['Cancer kills thousands', 'negative'],
    ])('a word that names the subject of a text has no tone: %j is %s', (text, label) => {
      expect(score(text).label).toBe(label)
    })

    test('finds words of learned valence alone unclear until they are strong', () => {
      const weak = score('The breakfast account')
      expect(weak.score).toBeGreaterThan(0.05)
      expect(weak.label).toBe('unknown')
      expect(score('A good breakfast').label).toBe('positive')
    })

    test('counts colloquial words in posts, and not in the news', () => {
      expect(createToneScorer({ style: 'post' })('What a party').label).toBe('positive')
      expect(score('The party meets').label).toBe('unknown')
    })

    test('never negates an emoticon, and treats "no no no" as emphasis', () => {
      expect(reference('Did not see you :)').label).toBe('positive')
      expect(reference('No no no! Eel and shrimp').label).toBe('negative')
    })

    test('reports how many words a score is based on', () => {
      expect(score('A good and great day').scoredWords).toBe(2)
    })

    test('does not negate words beyond the end of a sentence or clause', () => {
      expect(scoreOf('Nope. I hate migraines.')).toBeLessThan(-0.3)
      expect(scoreOf('Was it good? No! Awful service.')).toBeLessThan(0)
      expect(scoreOf('It was not good, nice or friendly')).toBeLessThan(0)
      expect(scoreOf('Oh no. Help is far away')).toBeLessThan(scoreOf('Help is far away'))
    })

    test('counts "like" as praise only when it is a verb', () => {
      expect(score('I really like the new timetable').label).toBe('positive')
      expect(score('They don’t like the new timetable').label).toBe('negative')
      expect(score('It looks like rain').scoredWords).toBe(0)
    })

    test('recognizes words of two letters before punctuation', () => {
      expect(reference('Ha! We meet again').label).toBe('positive')
      expect(reference('Oh no, the bus').label).toBe('negative')
      expect(reference('The bus :D').label).toBe('positive')
    })
  })

  describe('scoreTone', () => {
    test('reports an unsupported language as unknown, not neutral', () => {
      expect(scoreTone('good gift', 'de')).toEqual({ score: null, label: 'unknown', scoredWords: 0 })
      expect(scoreTone('good gift', 'en').label).toBe('positive')
    })

    test('gives no score for an unclear tone', () => {
      expect(scoreTone('The breakfast account', 'en')).toMatchObject({ score: null, label: 'unknown' })
    })

    test('gives no tone to words of the query', () => {
      const crash = new Set(['crash'])
      expect(scoreTone('The crash, a year on', 'en').label).toBe('negative')
      expect(scoreTone('The crash, a year on', 'en', { without: crash }).label).toBe('unknown')
      expect(scoreTone('The crash was a horrible shock', 'en', { without: crash }).label).toBe('negative')
    })
  })

  const gold = findEvaluationData('sentiment/vader_gold')

  describe.skipIf(gold === null)('against human judgement', () => {
    test.each([
      ['tweets', 0.86],
      ['nytEditorialSnippets', 0.5],
      ['amazonReviewSnippets', 0.57],
      ['movieReviewSnippets', 0.42],
    ])('%s: scores correlate with the human means with at least r = %f', (name, least) => {
      const rows = readFileSync(`${gold}/${name}_GroundTruth.txt`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
      const pairs = rows.map((row) => {
        const [, mean = '', text = ''] = row.split('\t')
        return [score(text).score ?? 0, Number(mean)] as const
      })
      const r = pearson(pairs)
      console.info(`tone, ${name}: r ${r.toFixed(3)}, n ${pairs.length}`)
      expect(r).toBeGreaterThan(least)
    })
  })

  function pearson(pairs: readonly (readonly [number, number])[]): number {
    const n = pairs.length
    const meanX = pairs.reduce((sum, [x]) => sum + x, 0) / n
    const meanY = pairs.reduce((sum, [, y]) => sum + y, 0) / n
    let [xy, xx, yy] = [0, 0, 0]
    for (const [x, y] of pairs) {
      xy += (x - meanX) * (y - meanY)
      xx += (x - meanX) ** 2
      yy += (y - meanY) ** 2
    }
    return xy / Math.sqrt(xx * yy)
  }
})

describe('explain tone', () => {
  function explain(text: string, lang: string | null = 'en') {
    return explainTone(text, lang).map(({ start, end, label, words }) => ({
      text: text.slice(start, end),
      label,
      words: words.map((word) => [text.slice(word.start, word.end), Math.sign(word.valence)]),
    }))
  }

  test('gives each sentence its own tone and the words behind it', () => {
    expect(
      explain('I love this! It’s not good — and in every corner of it that “terrible” smell.\n\nIt costs 4 crowns.'),
    ).toEqual([
      { text: 'I love this!', label: 'positive', words: [['love', 1]] },
      {
        text: 'It’s not good — and in every corner of it that “terrible” smell.',
        label: 'negative',
        words: [
          ['good', -1],
          ['terrible', -1],
        ],
      },
      { text: 'It costs 4 crowns.', label: 'unknown', words: [] },
    ])
  })

  test('scores a sentence the same as on its own', () => {
    const score = createToneScorer()
    const text = 'Dr. Smith LOVES it :) but others were VERY unhappy!!! Prices fell -- nobody cares...'
    for (const { start, end, score: scorer, label, scoredWords } of explainTone(text, 'en'))
      expect({ score: scorer, label, scoredWords }).toEqual(score(text.slice(start, end)))
    expect(explain(text).map((one) => one.text)).toHaveLength(2)
  })

  test('has no words for a language other than English', () => {
    expect(explain('Ich liebe dieses Getränk.', 'de')).toEqual([])
  })
})

describe('directions', () => {
  const score = createToneScorer()

  test.each([
    ['Operating profit fell to EUR 35.4 mn', 'negative'],
    ['Operating costs fell 8 per cent', 'positive'],
    ['Unemployment climbed to 9 %', 'negative'],
    ['Unemployment dropped', 'positive'],
    ['Lower profits for the mill', 'negative'],
    ['Earnings per share were up from 0.31', 'positive'],
    ['Profit did not rise', 'negative'],
  ])('of rising and falling things decide the tone: %j is %s', (text, label) => {
    expect(score(text).label).toBe(label)
  })

  test('leave a measure its usual tone when the text gives none', () => {
    expect(score('Net debt stood at EUR 240 million').label).toBe('negative')
    expect(score('Sales were unchanged. Prices rose').scoredWords).toBe(1)
  })

  test('do not apply to reviews', () => {
    expect(createToneScorer({ style: 'comment' })('The costs fell').score).toBeLessThan(0)
  })
})

describe('words without tone', () => {
  const wordsOf = (text: string) => {
    const read = parseQuery(text)
    if (!read.ok) throw new Error(text)
    return wordsWithoutTone(wordsOfQuery(read.query))
  }

  test.each([
    ['oat milk', []],
    ['market crash', ['crash']],
    ['"bank panic" OR famine', ['famine', 'panic']],
    ['falling prices', ['falling']],
  ])('for %s are %j', (query, expected) => {
    expect(wordsOf(query)).toEqual(expected)
  })

  test('match every lexicon entry with a given prefix', () => {
    expect(wordsOf('terror*')).toEqual(expect.arrayContaining(['terror', 'terrorism', 'terrorist']))
    expect(wordsOf('terror*').every((word) => word.startsWith('terror'))).toBe(true)
  })

  test('list each word of two overlapping prefixes once, sorted', () => {
    const both = wordsOf('terr* OR terror*')
    expect(both).toEqual(wordsOf('terr*'))
    expect(both).toEqual([...new Set(both)].toSorted())
    expect(both).toContain('terrible')
  })

  test('leave the tone of the other words of a text', () => {
    const without = new Set(wordsOf('crash'))
    expect(scoreTone('The crash in the north', 'en').label).toBe('negative')
    expect(scoreTone('The crash in the north', 'en', { without })).toEqual({
      score: null,
      label: 'unknown',
      scoredWords: 0,
    })
    expect(scoreTone('The crash is a horrible disaster', 'en', { without }).label).toBe('negative')
    expect(scoreTone('A wonderful rescue after the crash', 'en', { without }).label).toBe('positive')
  })
})
