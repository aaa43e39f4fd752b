import type { Chance } from '../chance.ts'
import { drawHeaders } from './headers.ts'
import { drawOddPath, drawPlainPath, drawRequestLine } from './request-lines.ts'

/**
 * `plain`: a valid request, which must get a status. `hostile`: arbitrary bytes, for which a status or a closed connection counts as an
 * answer. `hang-up`: the client disconnects while it sends or waits, so no answer is possible.
 */
export interface Case {
  readonly kind: 'plain' | 'hostile' | 'hang-up'
  readonly bytes: Buffer
}

function drawBody(chance: Chance): string {
  switch (chance.below(8)) {
    case 0:
      return '{"query_term":"oat"}'
    case 1:
      return '5\r\nhello\r\n0\r\n\r\n'
    case 2:
      return `${chance.pick(['5;a=b', 'ffffffffffffffffff', '-1', 'x', '5'])}\r\nhel\r\n`
    case 3:
      return chance.bytes(chance.below(2000))
    case 4:
      return 'a'.repeat(chance.below(20_000))
    case 5:
      return 'login=ada&password=%zz'
    default:
      return ''
  }
}

/** Half of the calls carry a signed-in person's token, so that they reach the code behind authentication. */
function drawToken(chance: Chance, token: string): string[] {
  return chance.oneIn(2) ? [`Authorization: Bearer ${token}`] : []
}

/** In half of the cases either the request line or the headers are valid: a request with two faults is refused for the first. */
function drawHostile(chance: Chance, token: string): string {
  const faultyPart = chance.pick<'line' | 'headers' | 'both' | 'path'>(['line', 'headers', 'both', 'path'])
  const line = faultyPart === 'headers' ? `GET ${drawPlainPath(chance)} HTTP/1.1` : drawLine(chance, faultyPart)
  const headers = faultyPart === 'line' || faultyPart === 'path' ? ['Host: localhost'] : drawHeaders(chance)
  const end = chance.oneIn(40) ? chance.pick(['\n', '\r', '\r\n\r\n', '\u0000\r\n']) : '\r\n'
  const head = [line, ...headers, ...drawToken(chance, token), '', ''].join(end)
  return head + (chance.oneIn(4) ? drawBody(chance) : '')
}

function drawLine(chance: Chance, wrong: 'line' | 'path' | 'both'): string {
  return wrong === 'path' ? `GET ${drawOddPath(chance)} HTTP/1.1` : drawRequestLine(chance)
}

function drawPlain(chance: Chance, token: string): string {
  const [before, after] = chance.pick([
    ['GET ', ''],
    ['GET http://localhost', ''],
    ['HEAD ', ''],
    ['POST ', 'Content-Type: application/json\r\nContent-Length: 20\r\n'],
    ['POST ', 'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n'],
    ['OPTIONS ', 'Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n'],
  ])
  const body = after.includes('20')
    ? '{"query_term":"oat"}'
    : after.includes('chunked')
      ? '5\r\na=b&c\r\n0\r\n\r\n'
      : ''
  const head = [`${before}${drawPlainPath(chance)} HTTP/1.1`, 'Host: localhost', ...drawToken(chance, token), after]
  return `${head.join('\r\n')}\r\n${body}`
}

function drawPipelined(chance: Chance, token: string, most: number): string {
  return Array.from({ length: 2 + chance.below(most) }, () =>
    chance.oneIn(4) ? drawHostile(chance, token) : drawPlain(chance, token),
  ).join('')
}

export function drawCase(chance: Chance, token: string): Case {
  const kind = chance.below(20)
  const make = (text: string, as: Case['kind']): Case => ({ kind: as, bytes: Buffer.from(text, 'latin1') })
  if (kind < 3) return make(drawPlain(chance, token), 'plain')
  if (kind < 4) return make(drawPipelined(chance, token, chance.oneIn(20) ? 200 : 8), 'hostile')
  if (kind < 6) {
    const text = chance.oneIn(2) ? drawPlain(chance, token) : drawHostile(chance, token)
    return make(text.slice(0, 1 + chance.below(text.length)), 'hang-up')
  }
  return make(drawHostile(chance, token), 'hostile')
}
