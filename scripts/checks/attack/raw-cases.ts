import { createRandom } from '@auspex/contract/random'

/** Seeded randomness, so that an attack that found something is reproducible. */
interface Chance {
  /** A whole number from 0 up to, but excluding, `end`. */
  below(end: number): number
  pick<T>(items: readonly T[]): T
  /** True with a probability of 1 in `times`. */
  oneIn(times: number): boolean
  bytes(length: number): string
}

export function createChance(seed: number): Chance {
  const { below, pick } = createRandom(seed)
  return {
    below,
    pick,
    oneIn: (times) => below(times) === 0,
    bytes: (length) => String.fromCharCode(...Array.from({ length }, () => below(256))),
  }
}

/**
 * `plain`: a valid request, which must get a status. `hostile`: arbitrary bytes, for which a status or a closed connection counts as an
 * answer. `hang-up`: the client disconnects while it sends or waits, so no answer is possible.
 */
export interface Case {
  readonly kind: 'plain' | 'hostile' | 'hang-up'
  readonly bytes: Buffer
}

/** Addresses in each part of the product. */
const paths =
  '/ /signals/7 /config.json /assets/index.js /api/health/getStatus /api/users/me /api/autocomplete/oat /api/signal/doc_count/sig_1 /api/users/inbox-list?page=1 /identity/.well-known/openid-configuration /identity/auth?client_id=auspex-web&scope=openid /identity/token /identity/interaction/abcdefgh1234/login /identity/me /docs /docs/ /docs/openapi.json /assistant/runs'.split(
    ' ',
  )
const hosts = ['', '\u00ff', ...'localhost evil.example evil.example:80 [::1]:1 [::1 a@b : %zz x:99999'.split(' ')]
const oddities = [
  ...'% %zz %00 %0d%0a %ff%fe %c0%ae %2e%2e/ ../ ./ // /\\ \\ ; @ : # ? ?? && = * __proto__ constructor $& [ { <script>'.split(
    ' ',
  ),
  "'",
  '"',
  '\t',
  '\f',
  '\u0000',
  '\u00e9',
  '\u00ff',
  `${'a.'.repeat(32)}!`,
]
const methods = [
  ...'GET GET GET GET POST HEAD PUT PATCH DELETE OPTIONS OPTIONS TRACE CONNECT PROPFIND QUERY PRI M-SEARCH get G'.split(
    ' ',
  ),
  '',
  'GET\t',
  '\u0000',
]
const versions = [
  'HTTP/1.1 ',
  '',
  '\u0000',
  ...'HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/9.9 http/1.1 HTTP/1. HTTP ICE/1.0'.split(' '),
]

/** Headers that Node or a part of the product reads, with values that are easily misread; separated by bars. */
const misreadHeaders: Record<string, string> = {
  Host: 'localhost|evil.example||a b|localhost:x|\u00ff|//|a,b|[::1|x@y',
  'Content-Length': '0|5|-1|+5|0x5|5, 5|5, 6|1e3|99999999999999999999|| |five',
  'Transfer-Encoding': 'chunked|identity|chunked, chunked|xchunked|gzip, chunked|chunked, gzip||\u000bchunked',
  Connection: 'close|keep-alive|upgrade|close, host|content-length||,,,',
  Expect: '100-continue|200-ok|',
  Upgrade: 'websocket|h2c|TLS/1.0|',
  'Sec-Fetch-Mode': 'navigate|cors|',
  Cookie: '_interaction=x|_session=%zz; _session.sig=\u00e9|;;;=|__proto__=1|=',
  Authorization: 'Bearer x|Bearer|Basic !|Bearer a.b.c|Bearer eyJhbGciOiJub25lIn0.e30.|\u00ff',
  'Accept-Encoding': 'gzip|br;q=0|*;q=x|gzip;q=1;q=2|,,|\u00ff',
  Accept: 'text/html|text/event-stream|*/*;q=x|\u00ff',
  Range: 'bytes=5-2|bytes=-1|bytes=0-0,1-1|lines=1|bytes=99999999999999999999-',
  'If-None-Match': '*|W/"x"|"|\u00ff',
  'If-Modified-Since': 'never|Thu, 01 Jan 1970 00:00:00 GMT',
  Origin: 'http://evil.example|null|\u00ff|localhost',
  'Content-Type':
    'application/json|application/x-www-form-urlencoded|multipart/form-data|multipart/form-data; boundary=|/|a;b;c|\u00ff',
  'Content-Encoding': 'gzip|br|x',
  'X-Request-Id': `a|a\u00ffb|${'x'.repeat(5000)}`,
  'X-Forwarded-For': '1.2.3.4|not an address|,|::ffff:1.2.3.4',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https|javascript',
  'X-Http-Method-Override': 'DELETE',
  Trailer: 'host',
  TE: 'trailers',
  Forwarded: 'for="[::1',
}
const headerValues = Object.entries(misreadHeaders).map(([name, values]) => [name, values.split('|')] as const)

/** Malformed headers, and headers that are too many or too long. */
function drawBrokenHeader({ below, bytes, pick }: Chance): string {
  return pick<() => string>([
    () => 'no colon',
    () => ': no name',
    () => 'A b: space in the name',
    () => `Folded: a\r\n ${pick(['b', '\tb', 'Host: evil.example', ''])}`,
    () => `Bytes: ${bytes(below(40))}`,
    () => `${bytes(1 + below(10))}: bytes`,
    () => `Large: ${'a'.repeat(below(24_000))}`,
    () => Array.from({ length: below(1500) }, (_, n) => `H${n}: x`).join('\r\n'),
    () => pick(['Bare: a\rb', 'Bare: a\nb', '\r', 'Null: \u0000', 'Spaced : x', '__proto__: x', 'constructor: y']),
  ])()
}

function drawHeaders(chance: Chance): string[] {
  const { below, oneIn, pick } = chance
  const lines = oneIn(20) ? [] : [`Host: ${oneIn(3) ? 'evil.example' : 'localhost'}`]
  for (let remaining = below(5); remaining > 0; remaining -= 1) {
    const [name, values] = pick(headerValues)
    const line = `${name}: ${pick(values)}`
    lines.push(line)
    if (oneIn(10)) lines.push(oneIn(2) ? line : `${name.toUpperCase()}: ${pick(values)}`)
  }
  if (oneIn(6)) lines.push(drawBrokenHeader(chance))
  return lines
}

/** An address in the form that browsers send, with a part that no address should contain. */
function drawOddPath({ below, bytes, oneIn, pick }: Chance): string {
  let path = pick(paths)
  for (let times = below(3); times > 0; times -= 1) {
    const at = below(path.length + 1)
    const oddity = oneIn(8) ? bytes(1 + below(20)) : pick(oddities)
    path = path.slice(0, at) + oddity.repeat(oneIn(10) ? 1 + below(400) : 1) + path.slice(at)
  }
  if (oneIn(6)) path = pick(['/', '//', '/\\', '\\', '']) + path
  return oneIn(60) ? path + 'a'.repeat(below(40_000)) : path
}

/** The four forms of RFC 9112 §3.2, valid and invalid, and targets in none of them. */
function drawTarget(chance: Chance): string {
  const { below, bytes, oneIn, pick } = chance
  const form = below(20)
  if (form < 11) return drawOddPath(chance)
  if (form < 15) {
    const scheme = pick(['http://', 'https://', 'HTTP://', 'http:/', 'http:', 'ftp://', 'javascript:', '//'])
    return scheme + pick(hosts) + (oneIn(3) ? '' : drawOddPath(chance))
  }
  if (form < 17) return pick(hosts) + pick(['', ':443', ':0', ':x'])
  return form < 18 ? pick(['*', '**', '*/', '/*']) : bytes(below(60))
}

function drawRequestLine(chance: Chance): string {
  const { below, bytes, oneIn, pick } = chance
  if (oneIn(50)) return bytes(below(200))
  const space = oneIn(40) ? pick(['', '  ', '\t', '\u0000']) : ' '
  const version = oneIn(12) ? pick(versions) : 'HTTP/1.1'
  return `${oneIn(40) ? bytes(3) : pick(methods)}${space}${drawTarget(chance)}${space}${version}`
}

function drawBody({ below, bytes, pick }: Chance): string {
  return pick<() => string>([
    () => '{"query_term":"oat"}',
    () => '5\r\nhello\r\n0\r\n\r\n',
    () => `${pick(['5;a=b', 'ffffffffffffffffff', '-1', 'x', '5'])}\r\nhel\r\n`,
    () => bytes(below(2000)),
    () => 'a'.repeat(below(20_000)),
    () => 'login=ada&password=%zz',
    () => '',
    () => '',
  ])()
}

/** Half of the calls carry a signed-in person's token, so that they reach the code behind authentication. */
function drawToken({ oneIn }: Chance, token: string): string[] {
  return oneIn(2) ? [`Authorization: Bearer ${token}`] : []
}

/** In half of the cases either the request line or the headers are valid: a request with two faults is refused for the first. */
function drawHostile(chance: Chance, token: string): string {
  const faulty = chance.pick<'line' | 'headers' | 'both' | 'path'>(['line', 'headers', 'both', 'path'])
  const target = faulty === 'headers' ? chance.pick(paths) : drawOddPath(chance)
  const line = faulty === 'headers' || faulty === 'path' ? `GET ${target} HTTP/1.1` : drawRequestLine(chance)
  const headers = faulty === 'line' || faulty === 'path' ? ['Host: localhost'] : drawHeaders(chance)
  const end = chance.oneIn(40) ? chance.pick(['\n', '\r', '\r\n\r\n', '\u0000\r\n']) : '\r\n'
  const head = [line, ...headers, ...drawToken(chance, token), '', ''].join(end)
  return head + (chance.oneIn(4) ? drawBody(chance) : '')
}

function drawPlain(chance: Chance, token: string): string {
  const json = '{"query_term":"oat"}'
  const [before = '', after = '', body = ''] = chance.pick([
    ['GET '],
    ['GET http://localhost'],
    ['HEAD '],
    ['POST ', `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`, json],
    [
      'POST ',
      'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n',
      '5\r\na=b&c\r\n0\r\n\r\n',
    ],
    ['OPTIONS ', 'Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n'],
  ])
  const head = [`${before}${chance.pick(paths)} HTTP/1.1`, 'Host: localhost', ...drawToken(chance, token), after]
  return `${head.join('\r\n')}\r\n${body}`
}

export function drawCase(chance: Chance, token: string): Case {
  const kind = chance.below(20)
  const make = (text: string, as: Case['kind']): Case => ({ kind: as, bytes: Buffer.from(text, 'latin1') })
  if (kind < 3) return make(drawPlain(chance, token), 'plain')
  const drawEither = (oneHostileIn: number) =>
    chance.oneIn(oneHostileIn) ? drawHostile(chance, token) : drawPlain(chance, token)
  if (kind < 4) {
    // pipelined
    const length = 2 + chance.below(chance.oneIn(20) ? 200 : 8)
    return make(Array.from({ length }, () => drawEither(4)).join(''), 'hostile')
  }
  if (kind < 6) {
    const text = drawEither(2)
    return make(text.slice(0, 1 + chance.below(text.length)), 'hang-up')
  }
  return make(drawHostile(chance, token), 'hostile')
}
