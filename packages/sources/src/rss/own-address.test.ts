import { describe, expect, test } from 'vitest'
import { hostOf, readOwnAddress } from './own-address.ts'

const own = readOwnAddress('https://me:pw@news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en#top')

describe('readOwnAddress', () => {
  test.each([
    ['the feed itself', 'https://news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en#entry-1', null],
    ['another page of the feed', 'https://news.example/s/ab12cd34ef/feed.xml?page=2', null],
    ['what is resolved into the directory', new URL('entry-1', own.base).href, null],
    ['what is resolved from above it', new URL('../entry-1', own.base).href, null],
    ['what begins at the root', new URL('/entry-1', own.base).href, 'https://news.example/entry-1'],
    ['a user name', 'https://me:pw@news.example/1', 'https://news.example/1'],
    ['a token carried on', 'https://news.example/1?auth=k3yk3yk3y&page=2', 'https://news.example/1?page=2'],
    ['words carried on', 'https://news.example/1?lang=en', 'https://news.example/1?lang=en'],
    ['another page', 'https://other.example/s/1?x=y#z', 'https://other.example/s/1?x=y#z'],
  ])('a link to %s', (_, link, expected) => {
    expect(own.withoutOwn(link)).toBe(expected)
  })

  test('relative links of a feed whose directory is made of words are resolved as usual', () => {
    expect(readOwnAddress('https://blog.example/posts/feed.xml').base).toBe('https://blog.example/posts/feed.xml')
  })

  test('texts that quote the address, with its user and without, name the host', () => {
    const text = own.withoutQuotes(
      'Read https://news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en or https://me:pw@news.example/s/ab12cd34ef/feed.xml?auth=k3yk3yk3y&lang=en#top',
    )
    expect(text).toBe('Read news.example or news.example')
  })

  test('what is no address has no host', () => {
    expect([hostOf('mailto:me@example.org'), hostOf('secret')]).toEqual(['an address', 'an address'])
  })
})
