import { describe, expect, test } from 'vitest'
import type { ContractDocument } from './document.ts'
import { toInvalidFields, findNearestField } from './describe-faults.ts'
import { createValidators } from './validators.ts'
import { maxFaults } from './bounded-keywords.ts'
import { checkRequest, maxFields } from './check-request.ts'
import { loadContract } from './contract.ts'

describe('validators', () => {
  const alternative = (kind: string, field: string) => ({
    type: 'object',
    required: ['kind', field],
    properties: { kind: { type: 'string', const: kind }, [field]: { type: 'string' } },
  })
  const document: ContractDocument = {
    components: {
      schemas: {
        Text: alternative('text', 'words'),
        Quote: alternative('quote', 'source'),
        Card: {
          oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Quote' }],
          discriminator: {
            propertyName: 'kind',
            mapping: { text: '#/components/schemas/Text', quote: '#/components/schemas/Quote' },
          },
        },
      },
    },
    paths: {},
  }
  const check = createValidators(document).forBody({ $ref: 'contract#/components/schemas/Card' })
  const faultsOf = (card: unknown) =>
    toInvalidFields('body', check(card)).map(({ pointer, message }) => `${pointer} ${message}`)

  test('an error in one alternative is reported without the others', () => {
    expect(faultsOf({ kind: 'quote', source: 'Mira' })).toEqual([])
    expect(faultsOf({ kind: 'quote' })).toEqual(['/source is required'])
  })

  test('an unknown kind is reported at its place', () => {
    expect(faultsOf({ kind: 'poem' })).toEqual(['/kind must be one of text, quote'])
    expect(faultsOf({ kind: 'Quote ' })).toEqual(['/kind must be one of text, quote; did you mean quote?'])
    expect(faultsOf({ kind: 7 })).toEqual(['/kind must be one of text, quote'])
    expect(faultsOf({})).toEqual(['/kind is required: one of text, quote'])
  })

  test('a value that is no object matches no alternative', () => {
    for (const card of [[], [['text']], 'text', 7, null])
      expect(faultsOf(card)).toEqual([expect.stringContaining('must be an object')])
  })
})

describe('faults', () => {
  const messagesOf = (schema: object, value: unknown) =>
    toInvalidFields('body', createValidators({ components: { schemas: {} }, paths: {} }).forBody(schema)(value)).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    )

  test('the value of an enum that a misspelled one probably meant is named', () => {
    const sources = { items: { enum: ['hacker_news', 'gdelt', 'reddit'] } }
    expect(messagesOf({ properties: { sources } }, { sources: ['hackernews', 'redit', 'telegraph'] })).toEqual([
      '/sources/0 must be one of hacker_news, gdelt, reddit; did you mean hacker_news?',
      '/sources/1 must be one of hacker_news, gdelt, reddit; did you mean reddit?',
      '/sources/2 must be one of hacker_news, gdelt, reddit',
    ])
  })

  test('values that do not all fit are cut between two of them, with a sign that there are more', () => {
    const values = Array.from({ length: 90 }, (_, index) => `value_${index}`)
    const cut = /^\/kind must be one of (value_\d+, )+…(; did you mean value_\d+\?)?$/
    for (const value of ['valu_89', 'nothing alike']) {
      const [message = ''] = messagesOf({ properties: { kind: { enum: values } } }, { kind: value })
      expect(message).toMatch(cut)
      const listed = message.match(/value_\d+(?=, )/g) ?? []
      expect(listed).toEqual(values.slice(0, listed.length))
    }
  })

  test('the values of an enum are listed, null among them', () => {
    expect(messagesOf({ properties: { vote: { enum: ['helpful', 'unhelpful', null] } } }, { vote: 'so-so' })).toEqual([
      '/vote must be one of helpful, unhelpful, null',
    ])
  })

  test('the only value that is allowed is named', () => {
    expect(messagesOf({ properties: { version: { const: 2 } } }, { version: 1 })).toEqual(['/version must be 2'])
    expect(messagesOf({ properties: { kind: { const: 'text' } } }, { kind: 'poem' })).toEqual(['/kind must be text'])
  })

  test('a fault of the whole body is at its root', () => {
    expect(messagesOf({ type: 'object' }, 7)).toEqual(['/ must be an object'])
  })
})

describe('nearest field', () => {
  const query = [
    'query_term',
    'x_term',
    'y_term',
    'isCompound',
    'geo',
    'entity',
    'sources',
    'startDate',
    'endDate',
    'feeds',
    'check_cache',
    'force',
  ]
  const list = ['userId', 'page', 'perPage', 'searchTerm', 'sort', 'direction']
  const span = ['id', 'entity', 'geo', 'start_date_time', 'end_date_time', 'tone_type']

  describe('suggests the most similar field', () => {
    test.each<[string, readonly string[], string]>([
      // the same name in another spelling
      ['queryTerm', query, 'query_term'],
      ['QUERY-TERM', query, 'query_term'],
      ['is_compound', query, 'isCompound'],
      ['checkCache', query, 'check_cache'],
      ['per_page', list, 'perPage'],
      ['term_x', query, 'x_term'],
      ['dateStart', query, 'startDate'],
      // misspelled
      ['qurey_term', query, 'query_term'],
      ['enttiy', query, 'entity'],
      ['startDat', query, 'startDate'],
      ['source', query, 'sources'],
      ['pages', list, 'page'],
      ['serachTerm', list, 'searchTerm'],
      // a synonym
      ['start_date_time', query, 'startDate'],
      ['end_date_time', query, 'endDate'],
      ['from', query, 'startDate'],
      ['since', query, 'startDate'],
      ['to', query, 'endDate'],
      ['until', query, 'endDate'],
      ['startDate', span, 'start_date_time'],
      ['endDate', span, 'end_date_time'],
      ['sentiment', span, 'tone_type'],
      ['country', query, 'geo'],
      ['countryCode', query, 'geo'],
      ['region', query, 'geo'],
      ['q', query, 'query_term'],
      ['query', query, 'query_term'],
      ['term', query, 'query_term'],
      ['keyword', query, 'query_term'],
      ['topic', query, 'query_term'],
      ['refresh', query, 'force'],
      ['noCache', query, 'force'],
      ['platform', query, 'sources'],
      ['limit', list, 'perPage'],
      ['pageSize', list, 'perPage'],
      ['q', list, 'searchTerm'],
      ['orderBy', list, 'sort'],
      // with a word more or less
      ['signal_query_term', query, 'query_term'],
      ['compound', query, 'isCompound'],
    ])('of %s', (name, known, expected) => {
      expect(findNearestField(name, known)).toBe(expected)
    })
  })

  test.each(['favouriteColour', '', '_', '__proto__', 'a'.repeat(10_000), 'мова', '🙂', 'ab'])(
    '%s resembles none',
    (name) => {
      expect(findNearestField(name, query)).toBeNull()
    },
  )
})

describe('bounds', () => {
  const document: ContractDocument = {
    components: {
      schemas: {
        Word: { type: 'string', maxLength: 20, pattern: '^[a-z]+$' },
        Row: { type: 'object', required: ['day', 'close'], properties: { day: { type: 'string', maxLength: 10 } } },
      },
    },
    paths: {
      '/words': {
        post: {
          operationId: 'saveWords',
          parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    words: {
                      type: 'array',
                      maxItems: 50,
                      uniqueItems: true,
                      items: { $ref: '#/components/schemas/Word' },
                    },
                    rows: { type: 'array', maxItems: 20_000, items: { $ref: '#/components/schemas/Row' } },
                    either: {
                      oneOf: [
                        { type: 'array', maxItems: 500, items: { type: 'integer' } },
                        { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 5 } },
                      ],
                    },
                    day: { type: 'string', maxLength: 10, format: 'date' },
                  },
                },
              },
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', properties: { words: { type: 'array', items: { type: 'string' } } } },
              },
            },
          },
          responses: { 200: {} },
        },
      },
    },
  }
  const [operation] = loadContract(document).operations

  const check = (body: unknown, type = 'application/json', headers: Record<string, string> = {}) => {
    if (operation === undefined) throw new Error('the contract has one operation')
    return checkRequest(operation, { path: {}, query: '', headers: { 'content-type': type, ...headers }, body })
  }
  const faultsOf = (checked: ReturnType<typeof check>) =>
    checked.kind === 'invalid'
      ? checked.faults.map((fault) => `${fault.in}${fault.pointer} ${fault.message}`)
      : checked.kind

  describe('a size error is reported before errors inside', () => {
    test('of a list: not its items or their uniqueness', () => {
      expect(faultsOf(check({ words: Array.from({ length: 51 }, () => 'WRONG') }))).toEqual([
        'body/words must have at most 50 items',
      ])
    })

    test('of a string: not its pattern or format', () => {
      expect(faultsOf(check({ words: ['A'.repeat(100)], day: 'x'.repeat(100) }))).toEqual([
        'body/words/0 must have at most 20 characters',
        'body/day must have at most 10 characters',
      ])
    })

    test('every error is reported within the size limits', () => {
      expect(faultsOf(check({ words: ['A', 'b', 'b'], day: 'today' }))).toEqual([
        'body/words/0 must match pattern "^[a-z]+$"',
        'body/words must NOT have duplicate items (items ## 1 and 2 are identical)',
        'body/day must match format "date"',
      ])
    })
  })

  describe('the number of reported errors is limited', () => {
    test('in a long list of invalid items', () => {
      const faults = faultsOf(check({ rows: Array.from({ length: 20_000 }, () => ({})) }))
      expect(faults).toHaveLength(maxFaults)
      expect(faults.slice(0, 3)).toEqual([
        'body/rows/0/day is required',
        'body/rows/0/close is required',
        'body/rows/1/day is required',
      ])
    })

    test('without cutting a list short that is invalid for one alternative', () => {
      expect(faultsOf(check({ either: Array.from({ length: 400 }, () => 'short') }))).toBe('valid')
      const last = [...Array.from({ length: 400 }, () => 'short'), 'too long']
      expect(check({ either: last }).kind).toBe('invalid')
    })

    test('and an object with more fields than any form is not checked at all', () => {
      const form = 'application/x-www-form-urlencoded'
      const fields = (count: number) => Array.from({ length: count }, () => 'words=a').join('&')
      expect(faultsOf(check(fields(maxFields), form))).toBe('valid')
      expect(faultsOf(check(fields(maxFields + 1), form))).toEqual(['body/ must not hold more than 1000 fields'])
    })
  })

  describe('a string that no database can store is refused with its place', () => {
    test.each([
      ['in a value', { words: [], note: { deep: ['a\0b'] } }, 'body/note/deep/0 must not hold the character U+0000'],
      ['in a name', { 'a\0b': 1 }, 'body/a\uFFFDb must not hold the character U+0000'],
      ['half of a pair', { note: '\uD83D' }, 'body/note must not hold half of a surrogate pair'],
    ])('%s', (_where, body, fault) => {
      expect(faultsOf(check(body))).toEqual([fault])
    })

    test('in a form and in a header', () => {
      expect(faultsOf(check('words=a%00', 'application/x-www-form-urlencoded', { 'x-trace': 'b\0' }))).toEqual([
        'header/x-trace must not hold the character U+0000',
        'body/words/0 must not hold the character U+0000',
      ])
    })

    test('and a surrogate pair is accepted like any other character', () => {
      expect(check({ note: '\uD83D\uDE42' }).kind).toBe('valid')
    })
  })
})
