import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../query/parse-query.ts'
import { tokens } from '../text/tokenize.ts'
import { isNearDuplicate } from './sentence-graph.ts'
import { isQuotable, splitSentences } from './sentences.ts'
import { summarizeText } from './summarize-text.ts'
import { selectCandidates, type SummarizableDocument, summarize } from './summarize.ts'

describe('summarize', () => {
  const parsedQuery = parseQuery('heat pump*')
  const query = parsedQuery.ok ? parsedQuery.query : null

  function document(id: string, body: string, given: Partial<SummarizableDocument> = {}): SummarizableDocument {
    return {
      id,
      title: `Title of ${id}`,
      body,
      publishedAt: `2026-03-0${id}T00:00:00Z`,
      tone: null,
      clusterId: null,
      ...given,
    }
  }

  const documents = [
    document('3', 'Sales of heat pumps doubled this year across the region. Officials expect further growth in sales.'),
    document(
      '1',
      'The ministry pays a grant for each heat pump that replaces a boiler. It rained in the evening hours.',
    ),
    document('2', 'The ministry pays a grant for each heat pump replacing a boiler, it said.', { clusterId: '1' }),
    document('4', 'A football match ended without goals after ninety dull minutes.'),
  ]

  describe('the chosen sentences', () => {
    test('quotes sentences verbatim from the documents that are named', () => {
      for (const { text, documentIds } of summarize({ documents, query, topic: query, maxSentences: 3 })) {
        const source = documents.find(({ id }) => id === documentIds[0])
        expect(`${source?.title}\n${source?.body}`).toContain(text)
      }
    })

    test('prefers sentences about the query, in order of publication', () => {
      const texts = summarize({ documents, query, topic: query, maxSentences: 2 }).map(({ text }) => text)
      expect(texts).toHaveLength(2)
      expect(texts[0]).toContain('grant')
      expect(texts[1]).toContain('Sales of heat pumps')
    })

    test('quotes one sentence for each story cluster, and names its copies', () => {
      const clustered = documents.map((eachDocument) => ({
        ...eachDocument,
        clusterId: eachDocument.id === '1' || eachDocument.id === '2' ? 'c' : null,
      }))
      const told = summarize({ documents: clustered, query, topic: query, maxSentences: 4 })
      const grants = told.filter(({ text }) => text.includes('grant'))
      expect(grants).toHaveLength(1)
      expect([...(grants[0]?.documentIds ?? [])].toSorted()).toEqual(['1', '2'])
    })

    test('does not quote two copies that were not clustered', () => {
      const unclustered = documents.map((eachDocument) => ({ ...eachDocument, clusterId: null }))
      const told = summarize({ documents: unclustered, query, topic: query, maxSentences: 4 })
      expect(told.filter(({ text }) => text.includes('grant'))).toHaveLength(1)
    })

    test('does not quote a sentence about something else, unless the document title contains the topic', () => {
      const strangers = [
        document('1', 'The cat of the neighbours slept on our sofa for the whole long day.', { title: 'A cat' }),
        document('2', 'Installers are booked out until the end of the next winter, they say.', {
          title: 'Heat pump queue',
        }),
      ]
      const told = summarize({ documents: strangers, query, topic: query, maxSentences: 4 })
      expect(told.map(({ text }) => text)).toEqual([
        'Installers are booked out until the end of the next winter, they say.',
      ])
    })

    test('does not quote previously shown sentences or near copies of them', () => {
      const told = ['The ministry pays a grant for each new heat pump that replaces a boiler.']
      const texts = summarize({ documents, query, topic: query, maxSentences: 4, told }).map(({ text }) => text)
      expect(texts.some((text) => text.includes('grant'))).toBe(false)
      expect(texts).toContain('Sales of heat pumps doubled this year across the region.')
    })

    test('does not quote a sentence that was cut by the length limit', () => {
      const filler = 'Heat pumps are discussed in the council and then in the town. '.repeat(70).slice(0, 3_970)
      const long = document('1', `${filler.trimEnd()} A heat pump costs 1.5 million pounds here.`)
      for (const { text } of summarize({ documents: [long], query, topic: query, maxSentences: 9 }))
        expect(text).not.toContain('A heat pump costs')
    })

    test('is empty without documents', () => {
      expect(summarize({ documents: [], query, topic: query, maxSentences: 3 })).toEqual([])
    })

    test('reads the first sixty documents and compares sixty sentences at most', () => {
      const random = createRandom(61)
      const sentence = (): string =>
        `W${Array.from({ length: 9 }, () => `ord${random.below(400)} w`).join('')} heat pump.`
      const read = new Set<string>()
      const many = Array.from({ length: 200 }, (_, index) => {
        const { body, ...rest } = document(`${index}`, Array.from({ length: 12 }, sentence).join(' '))
        return {
          ...rest,
          get body() {
            read.add(rest.id)
            return body
          },
        }
      })
      expect(summarize({ documents: many, query, topic: query, maxSentences: 5 })).toHaveLength(5)
      expect([...read]).toEqual(many.slice(0, 60).map(({ id }) => id))
      expect(selectCandidates(many, { query, topic: query })).toHaveLength(60)
    })
  })

  describe('splitSentences', () => {
    test('does not end a sentence at abbreviations', () => {
      expect(
        splitSentences('He met Dr. Smith in the U.S. Senate building today. Then he went home to his family.'),
      ).toEqual(['He met Dr. Smith in the U.S. Senate building today.', 'Then he went home to his family.'])
    })
  })
})

describe('summarize text', () => {
  const paragraphs = [
    'Oat milk rose in every region of Norway this autumn. Shops in Oslo sold more oat milk than in any month before.',
    'Prices of oat milk stayed the same in the shops. Baristas say that oat milk foams well in coffee. The weather was nice.',
    'In short, oat milk rose in every region of Norway this autumn.',
  ]

  describe('the summary of a text', () => {
    test('consists of its own sentences, in order, without repetition', () => {
      const summary = summarizeText(paragraphs, 3)
      const places = summary.map((sentence) => paragraphs.join(' ').indexOf(sentence))
      expect(summary).toHaveLength(3)
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(summary.filter((sentence) => sentence.includes('every region'))).toHaveLength(1)
    })

    test('leaves out the least representative sentences', () => {
      expect(summarizeText(paragraphs, 2).join(' ')).not.toContain('weather')
    })

    test.each([[[]], [['']], [['Yes. No.']]])('of %j is empty', (text) => {
      expect(summarizeText(text, 3)).toEqual([])
    })

    test('covers all paragraphs of a very long text, without a noticeable delay', () => {
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
})

describe('sentences that may be quoted', () => {
  test('keep prose word for word', () => {
    expect(
      splitSentences(
        'Salmon prices fell by a third in May. “They will recover by autumn,” said Dr. Lind of the board.',
      ),
    ).toEqual(['Salmon prices fell by a third in May.', '“They will recover by autumn,” said Dr. Lind of the board.'])
  })

  test.each([
    ['an address', 'I followed the steps in http://example.org/a/b and they worked for me.'],
    ['a Markdown link', 'The client was running a [bitcoin miner](en.example/Mining) all along.'],
    ['emphasis', 'The **whole** market moved down by a third within one single day.'],
    ['the rest of an address', 's=news&d=comments&id=12692 ESEA found that the client was mining.'],
    ['a quoted line', '> Salmon prices fell by a third in the month of May alone.'],
  ])('%s is not quoted', (_, text) => {
    expect(splitSentences(text)).toEqual([])
  })

  test.each([
    '¿Por qué sube tanto el precio del salmón este año?',
    '"Prices fell by a third," the board of the farmers said.',
    '(Prices in the north fell by a third in the month of May.)',
  ])('a sentence may begin with an opening mark: %s', (text) => {
    expect(splitSentences(text)).toEqual([text])
  })
})

describe('quotable text', () => {
  describe('a quotable text', () => {
    test.each([
      ['sentence', 'Salmon prices fell by a third in the month of May.'],
      ['sentence', '“They will recover by autumn,” said Dr. Lind of the board.'],
      ['sentence', '¿Por qué sube tanto el precio del salmón este año?'],
      ['sentence', 'The FBI asked Amazon.com and NASA for the records of 2012.'],
      ['title', 'Bitcoin crashes, losing nearly half of its value in six hours'],
      ['title', 'iPhone sales fall for the first time'],
      ['title', 'Trump Imposes Tariffs On $200B More Of Chinese Goods'],
      ['title', '比特币价格跌破一万美元大关'],
    ] as const)('is complete and plain as a %s: %s', (part, text) => {
      expect(isQuotable(text, part)).toBe(true)
    })

    test.each([
      ['that begins in the middle', 'sentence', 'and salmon prices fell by a third in May.'],
      ['without an end', 'sentence', 'Salmon prices fell by a third in the month of'],
      ['with something left out', 'sentence', 'Salmon prices fell … in the whole month of May.'],
      ['that trails off', 'sentence', 'Salmon prices fell by a third in the month of May...'],
      ['with half a pair of marks', 'sentence', 'Salmon prices “fell by a third in the month of May.'],
      ['of four words', 'sentence', 'Salmon prices fell again.'],
      ['of more than sixty words', 'sentence', `Salmon ${'prices and '.repeat(31)}more fell.`],
      ['cut in a word', 'title', 'Sweeney Seafood restaurant offers jigsaw puzzles with o'],
      ['cut before what it is about', 'title', 'President says that he will look into the'],
      ['that answers another', 'title', 'Re: Should I get beer in bottles or in cans?'],
      ['with an address', 'sentence', 'I followed the steps on coinbase.com and they worked for me.'],
      ['with a key', 'title', 'The site now takes donations on 1HB5XMLmzFVj8ALj6mfBsbifRoD4miY36v'],
      ['with a hashtag', 'sentence', 'Salmon prices fell by a third this month #salmon.'],
      ['in capitals', 'title', 'SALMON PRICES FALL BY A THIRD IN MAY'],
      ['that shouts', 'title', 'Salmon prices fall by a third this month!!!'],
      ['that is a list of prices', 'sentence', 'Salmon now $10, trout now $12 and cod for $14 a pound.'],
      ['that is a row of numbers', 'sentence', 'Salmon scored 12 14 16 18 and 20 in May.'],
      ['of a site about itself', 'sentence', 'Subscribe to the salmon letter and never miss a price.'],
      ['that corrects a post', 'sentence', 'Edit: I meant the salmon prices of the last year.'],
      ['with parts of a layout', 'title', 'Salmon prices fall by a third | The Daily Fish'],
    ] as const)('is none %s', (_, part, text) => {
      expect(isQuotable(text, part)).toBe(false)
    })
  })

  test.each([
    [
      'the same words in another order',
      'Salmon prices fell by a third in May',
      'In May salmon prices fell by a third',
      true,
    ],
    [
      'a longer telling of the same',
      'Salmon prices fell by a third',
      'Salmon prices fell by a third, says the board',
      true,
    ],
    [
      'something else on the topic',
      'Salmon prices fell by a third',
      'Farmers in the north lost much salmon to lice',
      false,
    ],
  ])('%s is a copy: %s', (_, one, other, expected) => {
    expect(isNearDuplicate(new Set(tokens(one)), new Set(tokens(other)))).toBe(expected)
  })
})
