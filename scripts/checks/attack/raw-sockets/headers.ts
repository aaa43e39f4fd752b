import type { Chance } from '../chance.ts'

/** Headers that Node or a part of the product reads, with values that are easily misread. */
const misreadHeaders: readonly [Reading, ...Reading[]] = [
  ['Host', ['localhost', 'evil.example', '', 'a b', 'localhost:x', '\u00ff', '//', 'a,b', '[::1', 'x@y']],
  ['Content-Length', ['0', '5', '-1', '+5', '0x5', '5, 5', '5, 6', '1e3', '99999999999999999999', '', ' ', 'five']],
  [
    'Transfer-Encoding',
    ['chunked', 'identity', 'chunked, chunked', 'xchunked', 'gzip, chunked', 'chunked, gzip', '', '\u000bchunked'],
  ],
  ['Connection', ['close', 'keep-alive', 'upgrade', 'close, host', 'content-length', '', ',,,']],
  ['Expect', ['100-continue', '200-ok', '']],
  ['Upgrade', ['websocket', 'h2c', 'TLS/1.0', '']],
  ['Sec-Fetch-Mode', ['navigate', 'cors', '']],
  ['Cookie', ['_interaction=x', '_session=%zz; _session.sig=\u00e9', ';;;=', '__proto__=1', '=']],
  ['Authorization', ['Bearer x', 'Bearer', 'Basic !', 'Bearer a.b.c', 'Bearer eyJhbGciOiJub25lIn0.e30.', '\u00ff']],
  ['Accept-Encoding', ['gzip', 'br;q=0', '*;q=x', 'gzip;q=1;q=2', ',,', '\u00ff']],
  ['Accept', ['text/html', 'text/event-stream', '*/*;q=x', '\u00ff']],
  ['Range', ['bytes=5-2', 'bytes=-1', 'bytes=0-0,1-1', 'lines=1', 'bytes=99999999999999999999-']],
  ['If-None-Match', ['*', 'W/"x"', '"', '\u00ff']],
  ['If-Modified-Since', ['never', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['Origin', ['http://evil.example', 'null', '\u00ff', 'localhost']],
  [
    'Content-Type',
    [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      '/',
      'a;b;c',
      '\u00ff',
    ],
  ],
  ['Content-Encoding', ['gzip', 'br', 'x']],
  ['X-Request-Id', ['a', 'a\u00ffb', 'x'.repeat(5000)]],
  ['X-Forwarded-For', ['1.2.3.4', 'not an address', ',', '::ffff:1.2.3.4']],
  ['X-Forwarded-Host', ['evil.example']],
  ['X-Forwarded-Proto', ['https', 'javascript']],
  ['X-Http-Method-Override', ['DELETE']],
  ['Trailer', ['host']],
  ['TE', ['trailers']],
  ['Forwarded', ['for="[::1']],
]
type Reading = readonly [name: string, values: readonly [string, ...string[]]]

/** Malformed headers, and headers that are too many or too long. */
function brokenHeader(chance: Chance): string {
  switch (chance.below(9)) {
    case 0:
      return 'no colon'
    case 1:
      return ': no name'
    case 2:
      return `A b: space in the name`
    case 3:
      return `Folded: a\r\n ${chance.pick(['b', '\tb', 'Host: evil.example', ''])}`
    case 4:
      return `Bytes: ${chance.bytes(chance.below(40))}`
    case 5:
      return `${chance.bytes(1 + chance.below(10))}: bytes`
    case 6:
      return `Large: ${'a'.repeat(chance.below(24_000))}`
    case 7:
      return Array.from({ length: chance.below(1500) }, (_, n) => `H${n}: x`).join('\r\n')
    default:
      return chance.pick([
        'Bare: a\rb',
        'Bare: a\nb',
        '\r',
        'Null: \u0000',
        'Spaced : x',
        '__proto__: x',
        'constructor: y',
      ])
  }
}

export function drawHeaders(chance: Chance): string[] {
  const lines = chance.oneIn(20) ? [] : [`Host: ${chance.oneIn(3) ? 'evil.example' : 'localhost'}`]
  for (let remaining = chance.below(5); remaining > 0; remaining -= 1) {
    const [name, values] = chance.pick(misreadHeaders)
    const line = `${name}: ${chance.pick(values)}`
    lines.push(line)
    if (chance.oneIn(10)) lines.push(chance.oneIn(2) ? line : `${name.toUpperCase()}: ${chance.pick(values)}`)
  }
  if (chance.oneIn(6)) lines.push(brokenHeader(chance))
  return lines
}
