import { describe, expect, test } from 'vitest'
import { readFeed } from './read-feed.ts'

describe('read feed', () => {
  const read = (body: string) => readFeed(body, 'https://paper.example/feeds/all.xml')
  const entryOf = (body: string) => read(body)?.entries[0]
  const atom = (inside: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inside}</entry></feed>`
  const rss = (inside: string) => `<rss version="2.0"><channel><item>${inside}</item></channel></rss>`

  describe('readFeed', () => {
    test.each([
      ['escaped markup', atom('<title type="html">&lt;b&gt;Tea&lt;/b&gt; &amp;amp; milk</title>'), 'Tea & milk'],
      [
        'inline markup',
        atom('<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Tea <i>&amp;</i> milk</div></title>'),
        'Tea & milk',
      ],
      ['CDATA', rss('<title><![CDATA[Tea &amp; <em>milk</em>]]></title>'), 'Tea & milk'],
      ['plain text with a bracket', atom('<title type="text">1 &lt;b 2</title>'), '1 <b 2'],
      [
        'base64 of Atom 0.3',
        `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="base64">VGVh</title></entry></feed>`,
        'Tea',
      ],
      [
        'a prefix for the format itself',
        `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>Tea</a:title></a:entry></a:feed>`,
        'Tea',
      ],
      ['an obsolete element', rss('<title>&lt;blink&gt;Tea&lt;/blink&gt;</title>'), 'Tea'],
      ['a script', rss('<title>Tea&lt;script&gt;alert(1)&lt;/script&gt;</title>'), 'Tea'],
      ['a picture as base64', atom('<title type="image/png">iVBORw0KGgo=</title>'), null],
      ['no title at all', rss('<link>https://a.example</link>'), null],
    ])('%s becomes plain text', (_, body, title) => expect(entryOf(body)?.title).toBe(title))

    test('relative addresses are resolved against the nearest xml:base, else against the feed', () => {
      const based =
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/a/"><link href="b"/></feed>'
      expect(read(based)?.link).toBe('https://base.example/a/b')
      expect(entryOf(rss('<link>/news/1</link>'))?.link).toBe('https://paper.example/news/1')
    })

    test('the alternate link is that of the entry, not of its picture or its feed', () => {
      const links =
        '<link rel="self" href="https://a.example/feed"/><link rel="enclosure" href="https://a.example/x.mp3"/><link href="https://a.example/1"/>'
      expect(entryOf(atom(links))?.link).toBe('https://a.example/1')
    })

    test.each([
      ['<author>ana@example.com (Ana Ruiz)</author>', 'Ana Ruiz'],
      ['<author>Ana Ruiz &lt;ana@example.com&gt;</author>', 'Ana Ruiz'],
      ['<author>ana@example.com</author>', 'ana@example.com'],
      ['<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ana Ruiz</dc:creator>', 'Ana Ruiz'],
    ])('%s is by %s', (author, name) => expect(entryOf(rss(author))?.author).toBe(name))

    test('RDF has its items next to the channel, CDF has days in attributes', () => {
      const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel><title>Paper</title></channel><item rdf:about="https://a.example/1"><title>Tea</title></item></rdf:RDF>`
      expect(read(rdf)).toMatchObject({ title: 'Paper', entries: [{ id: 'https://a.example/1', title: 'Tea' }] })
      const cdf =
        '<CHANNEL HREF="https://a.example"><ITEM HREF="/1" LASTMOD="2003-12-31"><TITLE>Tea</TITLE></ITEM></CHANNEL>'
      expect(entryOf(cdf)).toMatchObject({ title: 'Tea', updated: '2003-12-31', link: 'https://paper.example/1' })
    })

    test('the text of a video is read from the element of its site', () => {
      const group =
        '<media:group xmlns:media="http://search.yahoo.com/mrss/"><media:description>About tea</media:description></media:group>'
      expect(entryOf(atom(group))?.summary).toBe('About tea')
    })

    test('JSON Feed 1.0 and 1.1 are read, with one author or several', () => {
      const feed = (item: object) => JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [item] })
      expect(entryOf(feed({ id: 7, content_html: '<p>Tea</p>', author: { name: 'Mei' } }))).toMatchObject({
        id: '7',
        content: 'Tea',
        author: 'Mei',
      })
      expect(entryOf(feed({ id: 'a', authors: [{ name: 'Jo' }] }))?.author).toBe('Jo')
    })

    test('an entry of JSON Feed whose text is empty has the content of its markup', () => {
      const item = { id: 'a', content_text: '', content_html: '<p>Tea</p>' }
      const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [item] })
      expect(entryOf(body)?.content).toBe('Tea')
    })

    test('numeric ids of JSON Feed keep every digit, and relative links are resolved against its page', () => {
      const body =
        '{"version":"https://jsonfeed.org/version/1","home_page_url":"https://site.example/a/","items":[{"id":9007199254740993,"url":"b"},{"id": 9007199254740992 , "content_text":"\\"id\\": 12345678901234567890,"}]}'
      expect(read(body)?.entries).toMatchObject([
        { id: '9007199254740993', link: 'https://site.example/a/b' },
        { id: '9007199254740992', content: '"id": 12345678901234567890,' },
      ])
    })

    test('an invalid entry of JSON Feed is counted, and the others are read', () => {
      const body = String.raw`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"It's"},null,7,{"id":"2"}]}`
      expect(read(body)).toMatchObject({ unreadable: 2, entries: [{ title: String.raw`It's` }, { id: '2' }] })
    })

    test('entities declared by a document are not expanded', () => {
      const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
      expect(read(`${bomb}${rss('<title>&b;</title>')}`)?.entries[0]?.title ?? '').not.toContain('aaaa')
    })

    test.each(['', 'tea', '{}', '{"version":"2"}', '<html><body/></html>', '<opml/>', '<rss', '<!-- -->'])(
      '%j is no feed',
      (body) => {
        expect(read(body)).toBeNull()
      },
    )

    test('an endlessly nested file is rejected quickly', () => {
      expect(read(`<rss>${'<a>'.repeat(200_000)}`)).toBeNull()
    })
  })
})

describe('damaged feeds', () => {
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

  const entityValue = (name: string) => `About ${name}`

  describe.each(Object.entries(formats))('a feed in %s', (_, write) => {
    const read = (bodies: readonly string[]) => readFeed(write(bodies), 'https://paper.example/feed')
    const bodiesWith = (damage: string, at: number) =>
      names.map((name, index) => (index === at ? damage : entityValue(name)))

    describe.each(names.map((name, at) => [name, at] as const))('whose %s entry', (_name, at) => {
      test.each(harmless)('with %s is read completely', (__, damage, expected) => {
        const feed = read(bodiesWith(damage, at))
        expect(feed?.entries.map(({ title }) => title)).toEqual(names)
        expect(feed?.unreadable).toBe(0)
        const texts = (feed?.entries ?? []).map(({ content, summary }) => content ?? summary ?? '')
        expect(texts[at]).toMatch(expected)
        expect(texts.toSpliced(at, 1)).toEqual(names.map(entityValue).toSpliced(at, 1))
      })

      test.each(harmful)('with %s loses only that entry, and says so', (__, damage) => {
        const feed = read(bodiesWith(damage, at))
        expect(feed?.entries.map(({ title }) => title)).toEqual(names.filter((__name, index) => index !== at))
        expect(feed?.unreadable).toBe(1)
        expect(feed?.title).toBe('Paper')
      })

      test('that is cut in any of its tags loses only that entry, and says so', () => {
        const sound = write(names.map(entityValue))
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

      test('without its own end tag loses no other', () => {
        const sound = write(names.map(entityValue))
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

    test('that breaks off returns the earlier entries, and says that one could not be read', () => {
      const sound = write(names.map(entityValue))
      const cut = sound.indexOf('About third') + 4
      const feed = readFeed(sound.slice(0, cut), 'https://paper.example/feed')
      expect(feed?.entries.map(({ title }) => title)).toEqual(['first', 'second'])
      expect(feed?.unreadable).toBe(1)
    })
  })

  describe('whose entries', () => {
    const titlesOf = (body: string) => readFeed(body, 'https://paper.example/feed')?.entries.map(({ title }) => title)
    const items = '<item><title>A</title><item><title>B</title></item><item><title>C</title></item>'

    test.each([
      ['a comment', '<!-- generated; one <entry> per post -->'],
      ['a section of text', '<description><![CDATA[one <entry> per post]]></description>'],
    ])('have another name than one in %s before them are all read', (_, before) =>
      expect(titlesOf(`<rss><channel>${before}${items}</channel></rss>`)).toEqual(['A', 'B', 'C']),
    )

    test('are written in large and small letters are all read', () =>
      expect(titlesOf(`<rss><channel>${items.replace('<item>', '<Item>')}</channel></rss>`)).toEqual(['A', 'B', 'C']))

    test('end in other letters than they began are all read', () =>
      expect(titlesOf(`<rss><channel>${items.replaceAll('</item>', '</ITEM>')}</channel></rss>`)).toEqual([
        'A',
        'B',
        'C',
      ]))
  })

  test('a megabyte of unclosed tags is read in linear time', () => {
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
})
