import { describe, expect, test } from 'vitest'
import { createEventStreamParser, type ServerSentEvent } from './event-stream.ts'

const parse = (...chunks: Uint8Array[]): ServerSentEvent[] => {
  const parser = createEventStreamParser()
  return chunks.flatMap((chunk) => parser.push(chunk))
}
const parseText = (text: string): ServerSentEvent[] => parse(new TextEncoder().encode(text))

/** Lines of every kind in the format, with characters of one to four bytes; `expected` is the parsed result. */
const corpus = [
  ': a comment, and below it an event with everything',
  'retry: 1500',
  'id: run_a.1',
  'event: text-delta',
  'data: {"delta":"Hafermilch wächst, 燕麦奶, 🌾 and ‏شوفان"}',
  '',
  'data:no space after the colon',
  'data:  two spaces, one stays',
  '',
  'data',
  '',
  'event: name-without-data',
  '',
  'id: held-by-no-event',
  '',
  ': the name above is forgotten',
  'data: plain: with: colons',
  'unknown: field',
  'data',
  'data: after an empty line',
  '',
  '',
  'id',
  'data: an empty id',
  '',
  'id: nul\0is ignored',
  'data: 🥛🥛🥛',
  '',
  'retry: 12s',
  `data: ${'long '.repeat(320)}`,
  'id:run_a.2',
  '',
  'data: cut off by the end',
]
const expectedEvents: ServerSentEvent[] = [
  { event: 'text-delta', data: '{"delta":"Hafermilch wächst, 燕麦奶, 🌾 and ‏شوفان"}', id: 'run_a.1' },
  { event: 'message', data: 'no space after the colon\n two spaces, one stays', id: null },
  { event: 'message', data: '', id: null },
  { event: 'message', data: 'plain: with: colons\n\nafter an empty line', id: null },
  { event: 'message', data: 'an empty id', id: '' },
  { event: 'message', data: '🥛🥛🥛', id: null },
  { event: 'message', data: 'long '.repeat(320), id: 'run_a.2' },
]
const lineEnds = { LF: ['\n'], CR: ['\r'], CRLF: ['\r\n'], mixed: ['\n', '\r\n', '\r'] }
const variants = Object.entries(lineEnds).flatMap(([name, ends]) =>
  ['', '\uFEFF'].map((mark) => ({
    name: mark === '' ? name : `${name} after a byte order mark`,
    bytes: new TextEncoder().encode(
      // An empty line that ends with LF after a line that ends with CR would be the rest of a CRLF.
      mark + corpus.map((line, n) => line + (line === '' && ends.length > 1 ? '\r' : ends[n % ends.length])).join(''),
    ),
  })),
)

describe('event streams', () => {
  test.each(variants)('$name: the events are the same wherever the bytes are split', ({ bytes }) => {
    expect(bytes.length).toBeGreaterThan(2000)
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(parse(bytes.subarray(0, cut), bytes.subarray(cut)), `cut at ${cut}`).toEqual(expectedEvents)
    for (const size of [1, 2, 3, 5, 7]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      expect(parse(...chunks), `pieces of ${size}`).toEqual(expectedEvents)
    }
  })

  test('an event is emitted as soon as its empty line begins', () => {
    const parser = createEventStreamParser()
    expect(parser.push(new TextEncoder().encode('data: now\r\n\r'))).toEqual([
      { event: 'message', data: 'now', id: null },
    ])
    expect(parser.push(new TextEncoder().encode('\ndata: next\r\n\r\n'))).toEqual([
      { event: 'message', data: 'next', id: null },
    ])
  })

  test('only the first of two byte order marks is dropped', () => {
    expect(parseText('\uFEFF\uFEFFdata: x\n\ndata: y\n\n')).toEqual([{ event: 'message', data: 'y', id: null }])
  })

  test('the reconnect delay is the last one that is a number', () => {
    const parser = createEventStreamParser()
    expect(parser.retryMs).toBeNull()
    parser.push(new TextEncoder().encode('retry: 20\nretry: soon\nretry: -1\nretry: 3.5\n'))
    expect(parser.retryMs).toBe(20)
  })
})
