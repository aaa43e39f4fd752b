import { type ContractDocument, loadContract, type Schema } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { contractUnderTest } from '../testing/contract-under-test.ts'
import { listReplySchemas } from '../testing/reply-schemas.ts'
import { compilePattern, createGenerator } from './generator.ts'

const contract = loadContract(contractUnderTest())
const generator = createGenerator(contract.document)

type Fields = Record<string, unknown>
interface Interval {
  low: number
  value: number
  high: number
}

/** Draws many values of a schema that may refer to others. */
function drawAll(schema: Schema, schemas: Record<string, Schema> = {}): unknown[] {
  const document: ContractDocument = { paths: {}, components: { schemas } }
  const draw = createGenerator(document).compile(schema)
  return Array.from({ length: 300 }, (_, seed) => draw(createRandom(seed), 0))
}

describe('bodies generated for the contract', () => {
  test.each(listReplySchemas(contract))('satisfy $name', ({ schema, check }) => {
    const draw = generator.compile(schema)
    const faults = Array.from({ length: 60 }, (_, seed) => check(draw(createRandom(seed), 0))).flat()
    expect(faults).toEqual([])
  })

  test('are the same for the same seed, and others for another', () => {
    const draw = generator.compile({ $ref: '#/components/schemas/SignalReport' })
    expect(draw(createRandom(5), 0)).toEqual(draw(createRandom(5), 0))
    expect(draw(createRandom(5), 0)).not.toEqual(draw(createRandom(6), 0))
  })
})

describe('related values', () => {
  const day: Schema = { type: 'string', format: 'date' }
  const number: Schema = { type: 'number', minimum: 0, maximum: 100 }

  test('days and intervals are in order', () => {
    const [days, interval, ages] = [
      ['firstDay', 'lastDay'],
      ['low', 'value', 'high'],
      ['age_min', 'age_max'],
    ] as const
    const properties = Object.fromEntries([
      ...days.map((name) => [name, day] as const),
      ...[...interval, ...ages].map((name) => [name, number] as const),
    ])
    for (const item of drawAll({ type: 'object', required: Object.keys(properties), properties }) as Fields[]) {
      const dayValues = days.map((name) => String(item[name]))
      expect(dayValues).toEqual(days.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d$/)))
      expect(dayValues).toEqual(dayValues.toSorted((one, other) => one.localeCompare(other)))
      for (const names of [interval, ages]) {
        const values = names.map((name) => item[name])
        expect(values).toEqual(names.map(() => expect.any(Number)))
        expect(values).toEqual(values.toSorted((one, other) => Number(one) - Number(other)))
      }
    }
  })

  test('properties with different bounds are kept apart', () => {
    const properties = { low: { ...number, minimum: 50 }, high: { ...number, maximum: 10 } }
    for (const item of drawAll({ type: 'object', required: ['low', 'high'], properties })) {
      const { low, high } = item as { low: number; high: number }
      expect(low).toBeGreaterThanOrEqual(50)
      expect(high).toBeLessThanOrEqual(10)
    }
  })

  test('the days of a series follow each other', () => {
    const [series] = drawAll({
      type: 'array',
      minItems: 3,
      items: { type: 'object', required: ['day'], properties: { day } },
    })
    const days = (series as { day: string }[]).map((item) => Date.parse(item.day))
    expect(days.length).toBeGreaterThanOrEqual(3)
    expect(new Set(days.slice(1).map((each, index) => each - (days[index] ?? 0)))).toEqual(new Set([86_400_000]))
  })

  test('tones are in range, within their intervals', () => {
    const draw = generator.compile({ $ref: '#/components/schemas/ToneSection' })
    const means = Array.from({ length: 100 }, (_, seed) => draw(createRandom(seed), 0) as { mean: Interval | null })
      .map(({ mean }) => mean)
      .filter((mean) => mean !== null)
    expect(means.length).toBeGreaterThan(20)
    for (const { low, value, high } of means)
      expect([-1, low, value, high, 1]).toEqual([-1, low, value, high, 1].toSorted((one, other) => one - other))
  })

  test('a page counts its items', () => {
    const draw = generator.compile({ $ref: '#/components/schemas/InboxPage' })
    const pages = Array.from({ length: 20 }, (_, seed) => draw(createRandom(seed), 0) as { items: []; page: object })
    expect(new Set(pages.map(({ items }) => items.length)).size).toBeGreaterThan(1)
    for (const { items, page } of pages)
      expect(page).toMatchObject({ page: 1, total: items.length, totalPages: 1, nextCursor: null })
  })
})

describe('schemas that are hard to generate from', () => {
  test('terminate although they contain themselves', () => {
    const Node: Schema = {
      type: 'object',
      required: ['children', 'next'],
      properties: {
        children: { type: 'array', minItems: 0, items: { $ref: '#/components/schemas/Node' } },
        next: { oneOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
      },
    }
    for (const drawn of drawAll({ $ref: '#/components/schemas/Node' }, { Node }))
      expect(JSON.stringify(drawn).length).toBeLessThan(1e6)
  })

  test('may require distinct items of few possible values', () => {
    const schema: Schema = { type: 'array', uniqueItems: true, minItems: 2, items: { enum: ['a', 'b', 'c'] } }
    for (const drawn of drawAll(schema) as string[][]) {
      expect(drawn.length).toBeGreaterThanOrEqual(2)
      expect(new Set(drawn).size).toBe(drawn.length)
    }
  })

  test('may have exclusive limits and steps for numbers', () => {
    for (const drawn of drawAll({ type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.25 })) {
      expect([0.25, 0.5, 0.75, 1]).toContain(drawn)
    }
    for (const drawn of drawAll({ type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 })) expect(drawn).toBe(5)
  })
})

describe('values that are only valid together', () => {
  const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum })
  const objectOf = (properties: Record<string, Schema>): Schema => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  })

  test('are in order, within their own bounds', () => {
    const schema = objectOf({ low: whole(0, 7), value: whole(2, 50), high: whole(1, 1000) })
    for (const { low, value, high } of drawAll(schema) as Interval[]) {
      expect([low, value, high]).toEqual([low, value, high].toSorted((one, other) => one - other))
      expect(low).toBeLessThanOrEqual(7)
      expect(value).toBeGreaterThanOrEqual(2)
      expect(value).toBeLessThanOrEqual(50)
      expect(high).toBeLessThanOrEqual(1000)
    }
  })

  test('include highlights inside their text', () => {
    const span: Schema = { type: 'array', minItems: 2, maxItems: 2, items: whole(0, 1_000_000) }
    const schema = objectOf({
      text: { type: 'string', maxLength: 40 },
      highlights: { type: 'array', maxItems: 3, items: span },
    })
    const drawn = drawAll(schema) as { text: string; highlights: [start: number, end: number][] }[]
    const found = drawn.flatMap(({ text, highlights }) =>
      highlights.map(([start, end]) => ({ start, end, length: text.length })),
    )
    expect(found.length).toBeGreaterThan(100)
    for (const { start, end, length } of found) {
      expect(start).toBeGreaterThanOrEqual(0)
      expect(start).toBeLessThan(end)
      expect(end).toBeLessThanOrEqual(length)
    }
  })
})

const lengths = { minLength: 0, maxLength: 200 }

describe('strings generated from a pattern', () => {
  test.each([
    '^pf_[a-z0-9]{1,40}$',
    '^[A-Z]{2}$',
    '^[0-9a-f]{64}$',
    '^doc_[a-z0-9]{1,20}(,doc_[a-z0-9]{1,20}){0,49}$',
    '^(sig|st|pf|pj|rp)_[a-z0-9]{1,40}$',
    '^(-|org_[a-z0-9]{1,40})$',
    '^run_[a-z0-9]{1,40}\\.[0-9]{1,7}$',
    '^[A-Za-z0-9_-]{20,64}$',
    '^\\d{4}(-\\d{2}(-\\d{2})?)?$',
    '^[^/\\s]+\\/\\w*$',
    '^(?:a|b+|c{2,})?$',
    '^#[0-9a-fA-F]{6}$',
    '^\\p{Lu}\\p{L}+$',
    'left|right',
    '^[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+$',
  ])('%s match it', (source) => {
    const draw = compilePattern(source, lengths)
    const expression = new RegExp(source, 'u')
    const random = createRandom(7)
    for (let count = 0; count < 200; count += 1) expect(draw(random)).toMatch(expression)
  })

  test('respect the length limits too', () => {
    const draw = compilePattern('^[a-z]+$', { minLength: 9, maxLength: 9 })
    expect(draw(createRandom(1))).toHaveLength(9)
  })

  test('hardly ever repeat when they are ids', () => {
    const draw = compilePattern('^pf_[a-z0-9]{1,40}$', lengths)
    const random = createRandom(1)
    expect(new Set(Array.from({ length: 5000 }, () => draw(random))).size).toBe(5000)
  })

  test('are impossible with lookaround, and the error says why', () => {
    expect(() => compilePattern('^(?!a)b$', lengths)).toThrow('Lookahead')
  })

  test('are refused when none exist', () => {
    expect(() => compilePattern('^a{5}$', { minLength: 0, maxLength: 4 })).toThrow('No string')
  })
})
