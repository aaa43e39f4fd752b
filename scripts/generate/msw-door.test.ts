import { describe, expect, test } from 'vitest'
import { placesWithin } from './msw-door.ts'

const places = [
  '/portfolio/{id}',
  '/portfolio/topic',
  '/portfolio',
  '/groups/{id}/portfolio',
  '/portfolio/topic/{id}',
].map((path) => ({ method: 'get', path }))

describe('a mock handler', () => {
  test('leaves requests of more specific paths to their own handlers', () => {
    expect(placesWithin({ method: 'get', path: '/portfolio/{id}' }, places)).toEqual(['/portfolio/topic'])
    expect(placesWithin({ method: 'get', path: '/portfolio' }, places)).toEqual(['/groups/{id}/portfolio'])
    expect(placesWithin({ method: 'get', path: '/portfolio/topic' }, places)).toEqual([])
    expect(placesWithin({ method: 'post', path: '/portfolio/{id}' }, places)).toEqual([])
  })
})
