import { describe, expect, test } from 'vitest'
import { checkRequest, type RequestParts } from './check-request.ts'
import { loadContract } from './contract.ts'
import type { ContractDocument } from './document.ts'

const document: ContractDocument = {
  components: {
    schemas: {
      Geo: { type: ['string', 'null'], pattern: '^[A-Z]{2}$' },
      Note: {
        type: 'object',
        required: ['title'],
        additionalProperties: false,
        properties: {
          title: { type: 'string', minLength: 1 },
          isPinned: { type: 'boolean', default: false },
          tags: { type: 'array', items: { type: 'string' } },
          place: { type: 'object', additionalProperties: false, properties: { lat: { type: 'number' } } },
          file: { type: 'string', format: 'binary', maxLength: 3 },
        },
      },
    },
  },
  paths: {
    '/notes/{id}': {
      post: {
        operationId: 'saveNote',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
          { name: 'kind', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'upTo', in: 'query', schema: { type: ['integer', 'null'], minimum: 1 } },
          { name: 'geo', in: 'query', schema: { $ref: '#/components/schemas/Geo' } },
          { name: 'If-Match', in: 'header', schema: { type: 'string', pattern: '^v' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Note' } },
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Note' } },
            'multipart/form-data': { schema: { $ref: '#/components/schemas/Note' } },
          },
        },
        responses: { 200: {} },
        'x-lower-case': ['title'],
      },
    },
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'owner', in: 'query', required: true, schema: { type: 'string', minLength: 1 } },
          { name: 'searchTerm', in: 'query', schema: { type: 'string', minLength: 1 } },
          { name: 'age_max', in: 'query', schema: { type: ['integer', 'null'] } },
          { name: 'isPinned', in: 'query', schema: { type: 'boolean' } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['newest', 'oldest'], default: 'newest' } },
          { name: 'kind', in: 'query', schema: { type: 'array', items: { type: 'string', minLength: 1 } } },
        ],
        responses: { 200: {} },
      },
    },
  },
}
const [operation, search] = loadContract(document).operations

const check = (parts: Partial<RequestParts> & { type?: string }) => {
  if (operation === undefined) throw new Error('the contract has one operation')
  const { type = 'application/json', headers, ...rest } = parts
  return checkRequest(operation, {
    path: { id: '7' },
    query: '',
    body: { title: 'A' },
    ...rest,
    headers: { 'content-type': type, ...headers },
  })
}
const places = (checked: ReturnType<typeof check>) =>
  checked.kind === 'invalid'
    ? checked.faults.map((fault) => `${fault.in}${fault.pointer} ${fault.message}`)
    : checked.kind

const upload = (length: number) => ({ filename: 'a.png', mediaType: 'image/png', bytes: new Uint8Array(length) })

describe('a request that the contract allows', () => {
  test('has its text converted to numbers and lists, and its defaults filled in', () => {
    expect(check({ query: 'kind=a' })).toEqual({
      kind: 'valid',
      input: { path: { id: 7 }, query: { page: 1, kind: ['a'] }, headers: {}, body: { title: 'a', isPinned: false } },
    })
  })

  test('may have null in the query where the contract allows it', () => {
    expect(check({ query: 'upTo=null&geo=null' })).toMatchObject({ input: { query: { upTo: null, geo: null } } })
  })

  test('may be a URL-encoded form, with one or many items of a list', () => {
    const type = 'application/x-www-form-urlencoded; charset=utf-8'
    expect(check({ type, body: 'title=A&tags=x&isPinned=true' })).toMatchObject({
      input: { body: { title: 'a', isPinned: true, tags: ['x'] } },
    })
    expect(check({ type, body: 'title=A&tags=x&tags=y' })).toMatchObject({ input: { body: { tags: ['x', 'y'] } } })
  })

  test('may be a multipart form, with JSON in fields and files', () => {
    const body = [
      ['title', 'A'],
      ['place', '{"lat":1.5}'],
      ['file', upload(3)],
    ] as const
    expect(check({ type: 'multipart/form-data; boundary=x', body })).toMatchObject({
      input: { body: { title: 'a', place: { lat: 1.5 }, file: { filename: 'a.png' } } },
    })
  })
})

describe('a title that the contract wants trimmed and in lower case', () => {
  test.each([
    ['application/json', { title: '  Why OAT Milk\t' }],
    ['application/x-www-form-urlencoded', 'title=+Why+OAT+Milk+'],
    ['multipart/form-data; boundary=x', [['title', ' Why OAT Milk\n']]],
  ])('is normalized in a body of type %s', (type, body) => {
    expect(check({ type, body })).toMatchObject({ kind: 'valid', input: { body: { title: 'why oat milk' } } })
  })

  test('may have surrounding blanks that do not count, and must contain more than blanks', () => {
    expect(places(check({ body: { title: '  ' } }))).toEqual(['body/title must not be empty'])
  })
})

describe('an empty query parameter', () => {
  const list = (query: string) => {
    if (search === undefined) throw new Error('the contract has two operations')
    return checkRequest(search, { path: {}, query, headers: {}, body: undefined })
  }

  test('counts as absent when it is optional, whatever its type', () => {
    const bare = list('owner=mira')
    expect(bare).toMatchObject({ kind: 'valid', input: { query: { owner: 'mira', sort: 'newest' } } })
    expect(list('owner=mira&searchTerm=&age_max=&isPinned=&sort=&kind=&kind=')).toEqual(bare)
  })

  test('is refused when it is required or unknown to the contract', () => {
    expect(places(list('owner='))).toEqual(['query/owner must not be empty'])
    expect(places(list('owner=mira&more='))).toEqual([
      'query/more is not part of the contract; known here: owner, searchTerm, age_max, isPinned, sort, kind',
    ])
  })

  test('is refused as repeated next to another of its name', () => {
    expect(places(list('owner=mira&searchTerm=&searchTerm=oat'))).toEqual(['query/searchTerm must be a string'])
  })
})

describe('an invalid request names the place of every error', () => {
  test.each<[string, Parameters<typeof check>[0], string[]]>([
    ['in the path', { path: { id: 'x' } }, ['path/id must be a whole number']],
    [
      'in the query',
      { query: 'page=0&more=1' },
      ['query/more is not part of the contract; known here: page, kind, upTo, geo', 'query/page must be at least 1'],
    ],
    [
      'of a null where none is allowed',
      { query: 'page=null&upTo=0' },
      ['query/page must be a whole number', 'query/upTo must be at least 1'],
    ],
    ['of a repeated field that is no list', { query: 'page=1&page=2' }, ['query/page must be a whole number']],
    ['in a header', { headers: { 'if-match': '7' } }, ['header/if-match must match pattern "^v"']],
    ['in the body', { body: { isPinned: 'yes' } }, ['body/title is required', 'body/isPinned must be true or false']],
    ['of a missing body', { body: undefined }, ['body/ is required']],
    [
      'that reaches for a prototype',
      { query: '__proto__=1' },
      ['query/__proto__ is not part of the contract; known here: page, kind, upTo, geo'],
    ],
  ])('%s', (_where, parts, expected) => {
    expect([places(check(parts))].flat().toSorted()).toEqual(expected.toSorted())
  })

  test('of a form: oversized files, fields sent as files, and invalid JSON', () => {
    const type = 'multipart/form-data; boundary=x'
    expect(
      places(
        check({
          type,
          body: [
            ['title', 'A'],
            ['file', upload(4)],
          ],
        }),
      ),
    ).toEqual(['body/file must not be larger than 3 bytes'])
    expect(places(check({ type, body: [['title', upload(1)]] }))).toContain('body/title must not be a file')
    expect(
      places(
        check({
          type,
          body: [
            ['title', 'A'],
            ['place', '{'],
          ],
        }),
      ),
    ).toContain('body/place must be JSON')
    expect(
      places(
        check({
          type,
          body: [
            ['title', 'A'],
            ['__proto__', 'x'],
          ],
        }),
      ),
    ).toEqual(['body/__proto__ is not part of the contract; known here: title, isPinned, tags, place, file'])
  })
})

describe('an unknown field', () => {
  const form = 'application/x-www-form-urlencoded'
  const multipart = 'multipart/form-data; boundary=x'
  test.each<[string, Parameters<typeof check>[0], string]>([
    ['of a JSON body', { body: { tilte: 'A' } }, 'body/tilte is not part of the contract; did you mean title?'],
    [
      'of an object inside',
      { body: { title: 'A', place: { lattitude: 1 } } },
      'body/place/lattitude is not part of the contract; known here: lat',
    ],
    ['of a form', { type: form, body: 'title=A&name=B' }, 'body/name is not part of the contract; did you mean title?'],
    [
      'of a multipart form',
      {
        type: multipart,
        body: [
          ['title', 'A'],
          ['is_pinned', 'true'],
        ],
      },
      'body/is_pinned is not part of the contract; did you mean isPinned?',
    ],
    [
      'that is a file',
      {
        type: multipart,
        body: [
          ['title', 'A'],
          ['image', upload(1)],
        ],
      },
      'body/image is not part of the contract; did you mean file?',
    ],
    ['of the query', { query: 'country=DE' }, 'query/country is not part of the contract; did you mean geo?'],
  ])('%s is reported first, with a suggestion', (_where, parts, expected) => {
    expect(places(check(parts))[0]).toBe(expected)
  })

  test('has an error code and the most similar field name', () => {
    expect(check({ body: { title: 'A', pinned: true } })).toEqual({
      kind: 'invalid',
      faults: [
        {
          in: 'body',
          pointer: '/pinned',
          message: 'is not part of the contract; did you mean isPinned?',
          code: 'field.unknown',
          nearest: 'isPinned',
        },
      ],
    })
  })

  test('is refused where no body is accepted, unlike an empty object', () => {
    if (search === undefined) throw new Error('the contract has two operations')
    const bodiless = (body: unknown, type = 'application/json') =>
      places(checkRequest(search, { path: {}, query: 'owner=mira', headers: { 'content-type': type }, body }))
    const refused = ['body/force is not part of the contract; nothing is expected here']
    expect(bodiless({ force: true })).toEqual(refused)
    expect(bodiless('force=true', form)).toEqual(refused)
    expect(bodiless([['force', 'true']], multipart)).toEqual(refused)
    expect(['valid', 'valid', 'valid', 'valid']).toEqual([
      bodiless({}),
      bodiless(null),
      bodiless(undefined),
      bodiless('', form),
    ])
  })
})

test('an unsupported content type has a different error from an invalid body', () => {
  expect(check({ type: 'text/csv', body: 'a,b' })).toEqual({ kind: 'unsupported-media-type', mediaType: 'text/csv' })
})
