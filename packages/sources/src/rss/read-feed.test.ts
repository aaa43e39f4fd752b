import { describe, expect, test } from 'vitest'

import { readFeed } from './read-feed.ts'

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

  test('addresses are meant from the nearest xml:base, else from the feed', () => {
    const based = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/a/"><link href="b"/></feed>'
    expect(read(based)?.link).toBe('https://base.example/a/b')
    expect(entryOf(rss('<link>/news/1</link>'))?.link).toBe('https://paper.example/news/1')
  })

  test('the alternate link is an entry’s own, not its picture or its feed', () => {
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

  test('RDF has its items beside the channel, CDF has days in attributes', () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel><title>Paper</title></channel><item rdf:about="https://a.example/1"><title>Tea</title></item></rdf:RDF>`
    expect(read(rdf)).toMatchObject({ title: 'Paper', entries: [{ id: 'https://a.example/1', title: 'Tea' }] })
    const cdf =
      '<CHANNEL HREF="https://a.example"><ITEM HREF="/1" LASTMOD="2003-12-31"><TITLE>Tea</TITLE></ITEM></CHANNEL>'
    expect(entryOf(cdf)).toMatchObject({ title: 'Tea', updated: '2003-12-31', link: 'https://paper.example/1' })
  })

  test('a video’s text is where its site writes it', () => {
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

  test('ids of JSON Feed in digits are taken digit by digit, and relative links lead from its page', () => {
    const body =
      '{"version":"https://jsonfeed.org/version/1","home_page_url":"https://site.example/a/","items":[{"id":9007199254740993,"url":"b"},{"id": 9007199254740992 , "content_text":"\\"id\\": 12345678901234567890,"}]}'
    expect(read(body)?.entries).toMatchObject([
      { id: '9007199254740993', link: 'https://site.example/a/b' },
      { id: '9007199254740992', content: '"id": 12345678901234567890,' },
    ])
  })

  test('an entry of JSON Feed that is none is counted, and the others are read', () => {
    const body = String.raw`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"It's"},null,7,{"id":"2"}]}`
    expect(read(body)).toMatchObject({ unreadable: 2, entries: [{ title: String.raw`It's` }, { id: '2' }] })
  })

  test('entities that a document declares are not expanded', () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    expect(read(`${bomb}${rss('<title>&b;</title>')}`)?.entries[0]?.title ?? '').not.toContain('aaaa')
  })

  test.each(['', 'tea', '{}', '{"version":"2"}', '<html><body/></html>', '<opml/>', '<rss', '<!-- -->'])(
    '%j is no feed',
    (body) => {
      expect(read(body)).toBeNull()
    },
  )

  test('a file that is nested without end is no feed, and takes no time', () => {
    expect(read(`<rss>${'<a>'.repeat(200_000)}`)).toBeNull()
  })
})
