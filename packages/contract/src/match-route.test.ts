import { describe, expect, test } from 'vitest'
import type { ContractOperation } from './contract.ts'
import { createRouteMatcher } from './match-route.ts'

const operation = (method: string, path: string) => ({ id: `${method} ${path}`, method, path }) as ContractOperation // all that routes need

const match = createRouteMatcher({
  operations: [
    operation('GET', '/signal/json/{id}'),
    operation('GET', '/signal/json/{id}/{sub}'),
    operation('GET', '/signal/json/latest'),
    operation('POST', '/signal/json/rebuild'),
    operation('DELETE', '/signal/json/{id}'),
    operation('POST', '/events/'),
    operation('GET', '/a/{x}/end'),
    operation('GET', '/a/b/{y}'),
  ],
})

const routeOf = (method: string, pathname: string) => {
  const result = match(method, pathname)
  return result.kind === 'found' ? { id: result.operation.id, path: result.path } : result
}

describe('a path', () => {
  test.each([
    ['GET', '/signal/json/sig_1', { id: 'GET /signal/json/{id}', path: { id: 'sig_1' } }],
    ['GET', '/signal/json/sig_1/tone', { id: 'GET /signal/json/{id}/{sub}', path: { id: 'sig_1', sub: 'tone' } }],
    ['DELETE', '/signal/json/sig_1', { id: 'DELETE /signal/json/{id}', path: { id: 'sig_1' } }],
    ['POST', '/events/', { id: 'POST /events/', path: {} }],
  ])('%s %s matches its operation', (method, pathname, expected) => {
    expect(routeOf(method, pathname)).toEqual(expected)
  })

  test('with a literal segment wins over one with a parameter', () => {
    expect(routeOf('GET', '/signal/json/latest')).toEqual({ id: 'GET /signal/json/latest', path: {} })
  })

  test('of another method does not block a parameter', () => {
    expect(routeOf('GET', '/signal/json/rebuild')).toEqual({ id: 'GET /signal/json/{id}', path: { id: 'rebuild' } })
  })

  test('is matched again when a literal segment leads nowhere', () => {
    expect(routeOf('GET', '/a/b/end')).toMatchObject({ id: 'GET /a/b/{y}' })
    expect(routeOf('GET', '/a/b/other')).toEqual({ id: 'GET /a/b/{y}', path: { y: 'other' } })
    expect(routeOf('GET', '/a/c/end')).toEqual({ id: 'GET /a/{x}/end', path: { x: 'c' } })
  })

  test('is decoded by segment, so that an encoded slash stays in its parameter', () => {
    expect(routeOf('GET', '/signal/json/a%2Fb')).toMatchObject({ path: { id: 'a/b' } })
    expect(routeOf('GET', '/signal/json/l%61test')).toMatchObject({ id: 'GET /signal/json/latest' })
  })

  test('with an empty segment has an empty parameter', () => {
    expect(routeOf('GET', '/signal/json/')).toEqual({ id: 'GET /signal/json/{id}', path: { id: '' } })
  })
})

describe('no match', () => {
  test('is reported for an unknown path', () => {
    for (const pathname of ['/', '', '/signal', '/events', '/signal/json/a/b/c', '//signal/json/a']) {
      expect(match('GET', pathname)).toEqual({ kind: 'unknown' })
    }
  })

  test('under another method lists the allowed methods, in the order of the contract', () => {
    expect(match('PUT', '/signal/json/sig_1')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'DELETE'] })
    expect(match('PATCH', '/signal/json/rebuild')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'POST', 'DELETE'] })
  })

  test('is reported for an undecodable path, but an overlong parameter is left to the operation', () => {
    expect(match('GET', '/nothing/%zz')).toEqual({ kind: 'malformed' })
    expect(match('GET', `/signal/json/${'a'.repeat(1001)}`)).toMatchObject({ kind: 'found' })
  })
})
