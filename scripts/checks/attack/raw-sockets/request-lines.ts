import type { Chance } from '../chance.ts'

/** Addresses in each part of the product. */
const paths = [
  '/',
  '/signals/7',
  '/config.json',
  '/assets/index.js',
  '/api/health/getStatus',
  '/api/users/me',
  '/api/autocomplete/oat',
  '/api/signal/doc_count/sig_1',
  '/api/users/inbox-list?page=1',
  '/identity/.well-known/openid-configuration',
  '/identity/auth?client_id=auspex-web&scope=openid',
  '/identity/token',
  '/identity/interaction/abcdefgh1234/login',
  '/identity/me',
  '/docs',
  '/docs/',
  '/docs/openapi.json',
  '/assistant/runs',
] as const

const hosts = [
  'localhost',
  'evil.example',
  'evil.example:80',
  '[::1]:1',
  '[::1',
  'a@b',
  '',
  ':',
  '%zz',
  'x:99999',
  '\u00ff',
] as const

const oddities = [
  '%',
  '%zz',
  '%00',
  '%0d%0a',
  '%ff%fe',
  '%c0%ae',
  '%2e%2e/',
  '../',
  './',
  '//',
  '/\\',
  '\\',
  ';',
  '@',
  ':',
  '#',
  '?',
  '??',
  '&&',
  '=',
  '\t',
  '\f',
  '\u0000',
  '\u00e9',
  '\u00ff',
  '*',
  'a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a!',
  '__proto__',
  'constructor',
  '$&',
  '[',
  '{',
  '<script>',
  "'",
  '"',
] as const

function mutate(path: string, chance: Chance): string {
  const at = chance.below(path.length + 1)
  const oddity = chance.oneIn(8) ? chance.bytes(1 + chance.below(20)) : chance.pick(oddities)
  return path.slice(0, at) + oddity.repeat(chance.oneIn(10) ? 1 + chance.below(400) : 1) + path.slice(at)
}

function originForm(chance: Chance): string {
  let path: string = chance.pick(paths)
  for (let times = chance.below(3); times > 0; times -= 1) path = mutate(path, chance)
  if (chance.oneIn(6)) path = chance.pick(['/', '//', '/\\', '\\', '']) + path
  return chance.oneIn(60) ? path + 'a'.repeat(chance.below(40_000)) : path
}

/** The four forms of RFC 9112 §3.2, valid and invalid, and targets in none of them. */
function target(chance: Chance): string {
  const form = chance.below(20)
  if (form < 11) return originForm(chance)
  if (form < 15) {
    const scheme = chance.pick(['http://', 'https://', 'HTTP://', 'http:/', 'http:', 'ftp://', 'javascript:', '//'])
    return scheme + chance.pick(hosts) + (chance.oneIn(3) ? '' : originForm(chance))
  }
  if (form < 17) return chance.pick(hosts) + chance.pick(['', ':443', ':0', ':x'])
  if (form < 18) return chance.pick(['*', '**', '*/', '/*'])
  return chance.bytes(chance.below(60))
}

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'PRI',
  'M-SEARCH',
  'get',
  'G',
  '',
  'GET\t',
  '\u0000',
] as const
const versions = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9.9',
  'http/1.1',
  'HTTP/1.1 ',
  'HTTP/1.',
  'HTTP',
  'ICE/1.0',
  '',
  '\u0000',
] as const

export function drawRequestLine(chance: Chance): string {
  if (chance.oneIn(50)) return chance.bytes(chance.below(200))
  const space = chance.oneIn(40) ? chance.pick(['', '  ', '\t', '\u0000']) : ' '
  const version = chance.oneIn(12) ? chance.pick(versions) : 'HTTP/1.1'
  return `${chance.oneIn(40) ? chance.bytes(3) : chance.pick(methods)}${space}${target(chance)}${space}${version}`
}

/** An address in the form that browsers send, with a part that no address should contain. */
export const drawOddPath = originForm

/** A target that every part of the product can answer, for valid requests. */
export function drawPlainPath(chance: Chance): string {
  return chance.pick(paths)
}
