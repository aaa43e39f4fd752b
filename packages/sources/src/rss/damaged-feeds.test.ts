import { describe, expect, test } from 'vitest'

import { readFeed } from './read-feed.ts'

const day = 'Fri, 27 Nov 2026 10:00:00 GMT'
const names = ['first', 'second', 'third', 'fourth']
const fields = (name: string, body: string) =>
  `<title>${name}</title><guid>${name}-id</guid><description>${body}</description><pubDate>${day}</pubDate>`
const item = (name: string, body: string) => `<item>${fields(name, body)}</item>`
const atomEntry = (name: string, body: string, prefix = '') => {
  const [open, close] = [`<${prefix}`, `</${prefix}`]
  return `${open}entry>${open}title>${name}${close}title>${open}id>${name}-id${close}id>${open}content type="html">${body}${close}content>${open}updated>2026-11-27T10:00:00Z${close}updated>${close}entry>`
}

/** Each way in which a feed contains entries; the body is inserted as given. */
const formats: Record<string, (bodies: readonly string[]) => string> = {
  'RSS 2.0': (bodies) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Paper</title>${bodies.map((body, at) => item(names[at] ?? '', body)).join('\n')}</channel></rss>`,
  'RSS 0.9 without a channel around the items': (bodies) =>
    `<rss><channel><title>Paper</title></channel>${bodies.map((body, at) => item(names[at] ?? '', body)).join('')}</rss>`,
  RDF: (bodies) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>Paper</title></channel>${bodies
      .map((body, at) => item(names[at] ?? '', body).replace('pubDate', 'dc:date'))
      .join('')}</rdf:RDF>`.replaceAll('</pubDate>', '</dc:date>'),
  Atom: (bodies) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title>${bodies.map((body, at) => atomEntry(names[at] ?? '', body)).join('\n')}</feed>`,
  'Atom with a prefix': (bodies) =>
    `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Paper</a:title>${bodies.map((body, at) => atomEntry(names[at] ?? '', body, 'a:')).join('')}</a:feed>`,
}

/** Damage after which an entry is still whole: its text is read as written. */
const harmless: [string, string, RegExp][] = [
  ['a sign for less', 'a < b and c', /^a < b and c$/],
  ['a heart', 'I <3 tea', /^I <3 tea$/],
  ['a comparison without a space', 'x <y and z', /^x <y and z$/],
  ['a line break that is not closed', 'one<br>two', /one\s*two/],
  ['a list that is not closed', '<ul><li>one<li>two', /one\s*two/],
  ['a picture that is not closed', 'one <img src="x.png"> two', /one\s+two/],
  ['elements closed crosswise', '<b>one <i>two</b> three</i>', /one two three/],
  ['an end of what never began', 'one</div></b> two', /one\s*two/],
  ['a hundred nested elements', `${'<div>'.repeat(100)}one${'</div>'.repeat(100)}`, /one/],
  ['a hundred elements that are not closed', `${'<div>'.repeat(100)}one`, /one/],
  ['an ampersand', 'R&D and AT&T & tea', /^R&D and AT&T & tea$/],
  ['a reference that nobody knows', 'tea &foo; milk', /tea &foo; milk/],
  ['control characters', 'te\u0000\u0008\u001Ba', /^tea$/],
  ['a section of text', '<![CDATA[one <b>two</b>]]>', /one two/],
  ['a section of text that shows a feed', '<![CDATA[write &lt;item&gt; <item>x</item> so]]>', /write <item>/],
]

/** Damage after which the end of an entry's text is unknown. */
const harmful: [string, string][] = [
  ['a section of text that is not closed', '<![CDATA[one two'],
  ['a comment that is not closed', 'one <!-- two'],
  ['a quotation mark that is not closed', 'one <a href="https://a.example>two</a>'],
  ['elements nested without end', '<a>'.repeat(20_000)],
]

const whole = (name: string) => `About ${name}`

describe.each(Object.entries(formats))('a feed in %s', (_, write) => {
  const read = (bodies: readonly string[]) => readFeed(write(bodies), 'https://paper.example/feed')
  const bodiesWith = (damage: string, at: number) => names.map((name, index) => (index === at ? damage : whole(name)))

  describe.each(names.map((name, at) => [name, at] as const))('whose %s entry', (_name, at) => {
    test.each(harmless)('has %s is read whole', (__, damage, expected) => {
      const feed = read(bodiesWith(damage, at))
      expect(feed?.entries.map(({ title }) => title)).toEqual(names)
      expect(feed?.unreadable).toBe(0)
      const texts = (feed?.entries ?? []).map(({ content, summary }) => content ?? summary ?? '')
      expect(texts[at]).toMatch(expected)
      expect(texts.toSpliced(at, 1)).toEqual(names.map(whole).toSpliced(at, 1))
    })

    test.each(harmful)('has %s loses that one alone, and says so', (__, damage) => {
      const feed = read(bodiesWith(damage, at))
      expect(feed?.entries.map(({ title }) => title)).toEqual(names.filter((__name, index) => index !== at))
      expect(feed?.unreadable).toBe(1)
      expect(feed?.title).toBe('Paper')
    })

    test('is cut short in any of its tags loses that one alone, and says so', () => {
      const sound = write(names.map(whole))
      const entries = [...sound.matchAll(/<(a:)?(item|entry)>.*?<\/(a:)?(item|entry)>/g)]
      const entry = entries[at]
      for (const tag of ['title', 'guid', 'id', 'description', 'content', 'item', 'entry']) {
        const end = new RegExp(`</(?:a:)?${tag}>`)
        if (entry === undefined || !end.test(entry[0]) || /^(item|entry)$/.test(tag)) continue
        for (const damage of ['', '</wrong>', '<']) {
          const feed = readFeed(sound.replace(entry[0], entry[0].replace(end, damage)), 'https://paper.example/feed')
          const titles = feed?.entries.map(({ title }) => title)
          expect([tag, damage, titles]).toEqual([tag, damage, names.filter((__name, index) => index !== at)])
          expect(feed?.unreadable).toBe(1)
        }
      }
    })

    test('has no end of its own loses no other', () => {
      const sound = write(names.map(whole))
      const entries = [...sound.matchAll(/<(a:)?(item|entry)>.*?<\/(a:)?(item|entry)>/g)]
      const entry = entries[at]?.[0] ?? ''
      const feed = readFeed(
        sound.replace(entry, entry.replace(/<\/(a:)?(item|entry)>$/, '')),
        'https://paper.example/feed',
      )
      const others = names.filter((__name, index) => index !== at)
      expect(feed?.entries.map(({ title }) => title)).toEqual(expect.arrayContaining(others))
      expect((feed?.entries.length ?? 0) + (feed?.unreadable ?? 0)).toBe(names.length)
    })
  })

  test('that breaks off has the entries before, and says that one could not be read', () => {
    const sound = write(names.map(whole))
    const cut = sound.indexOf('About third') + 4
    const feed = readFeed(sound.slice(0, cut), 'https://paper.example/feed')
    expect(feed?.entries.map(({ title }) => title)).toEqual(['first', 'second'])
    expect(feed?.unreadable).toBe(1)
  })
})

test('a megabyte of beginnings without ends is read in linear time', () => {
  for (const piece of [
    '<item>',
    '<item><![CDATA[',
    '<item><!--',
    '<item><a b="',
    '</item>',
    '<![CDATA[',
    '<',
    '<item',
    '<item><a>',
  ])
    readFeed(`<rss><channel><item>${piece.repeat(Math.ceil(1_000_000 / piece.length))}`, 'https://paper.example/feed')
}, 30_000)
