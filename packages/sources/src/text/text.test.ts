import { describe, expect, test } from 'vitest'
import { mendSpacing, toPlainLine, toPlainText, toWebAddress } from './plain-text.ts'
import { readDocuments } from '../imported/read-documents.ts'
import { parseJsonFeed } from '../rss/read-feed.ts'
import { parseWithExactIds } from './parse-json.ts'
import { publicationFault } from '@auspex/contract/import-lines'
import { parseFeedDate, publicationDays } from './published-at.ts'
import { createRowParser } from '../imported/imported.parse.ts'
import { toPost } from '../bluesky/bluesky.parse.ts'

describe('plain text', () => {
  describe('the spacing of archived headlines', () => {
    test.each([
      ['Global COVID - 19 cases surpass 75 million', 'Global COVID-19 cases surpass 75 million'],
      ['Fisheries of the U. S. and of B. C. reopen', 'Fisheries of the U.S. and of B.C. reopen'],
      ["Trump' s tariffs don' t help", "Trump's tariffs don't help"],
      ['Crab blood as gold standard - capecodtimes. com', 'Crab blood as gold standard - capecodtimes.com'],
      ['Senate approves $8. 3B after 13, 716 infections', 'Senate approves $8.3B after 13,716 infections'],
      [
        'China vows counter - measure to post - Brexit deal ( Part 1 )',
        'China vows counter-measure to post-Brexit deal (Part 1)',
      ],
      ['Launch after one - week delay of 24 - hour run', 'Launch after one-week delay of 24-hour run'],
      ['Search for 14 - year - old girl', 'Search for 14-year-old girl'],
      ['Sturgeon fishery a no - go for the long - term', 'Sturgeon fishery a no-go for the long-term'],
      ['Stay - at - home order spares drive - thru', 'Stay-at-home order spares drive-thru'],
      [
        'Bill re - introduced, Pro - gun groups and post - quarantine life',
        'Bill re-introduced, Pro-gun groups and post-quarantine life',
      ],
      ['Must Self - Quarantine, says Pittsburgh Post - Gazette', 'Must Self-Quarantine, says Pittsburgh Post-Gazette'],
      ['A plant - based, award - winning menu', 'A plant-based, award-winning menu'],
    ])('%s is mended', (written, mended) => expect(mendSpacing(written)).toBe(mended))

    test.each([
      'Salmon season opens - Business - The Times',
      'On April 9, 200 people met. Com is a prefix',
      'He said: I do. 5 others followed',
      'Smith left - 12 stayed',
      'Hostess to close - free Twinkies for all',
      'Tesla - like Apple - sells a dream',
      'He paid - and - she left',
      'Phase 2 - week 3',
      'The Century of the Self - one of the best documentaries',
      'Windows 8 Pro - IE 10',
      'Fiscal union: leaders - backed by world powers - are to push',
      'Best of 2012 - year in review',
      'Album cover - out now',
      'A new start - in Berlin',
      'Interesting post - the big deal about the worm',
      'Blog in Portofino 4 - part 4',
      'Wimbledon 2013 - Day 4 (Thursday)',
      'We are going to work - in support of them',
      'My first startup - selling candy cars',
      'Our fastest server ever - free of charge',
      'Is There a Vaccine for Covid?',
      'Make It a Habit',
      'Here a decade, gone tomorrow',
      'Bolån: 10 000 kronor i månaden',
    ])('%s stays as it is', (title) => expect(mendSpacing(title)).toBe(title))
  })

  describe('toPlainText', () => {
    test.each([
      ['plain text is unchanged', 'Nothing to do: 3 > 2', 'Nothing to do: 3 > 2'],
      ['references are decoded once', '&amp;lt; &#x27;caf&eacute;&#39;', "&lt; 'café'"],
      ['an ampersand in text is not a reference', 'AT&T, R&D, a=1&copy=2', 'AT&T, R&D, a=1&copy=2'],
      ['block tags end lines, inline tags vanish', '<p>One <b>two</b></p><p>three<br/>four', 'One two\n\nthree\nfour'],
      [
        'angle brackets that are no tags stay',
        'List<String> and a < b, <notatag>',
        'List<String> and a < b, <notatag>',
      ],
      ['escaped tags are text', '&lt;div&gt;', '<div>'],
      [
        'scripts, styles and comments have no text',
        'a<script>if (x<y) evil()</script>b<!-- <p>c -->d<style>p{}</style>',
        'abd',
      ],
      ['an unfinished comment hides the rest', 'a<!-- b', 'a'],
      ['an unfinished tag is text', 'a <b and more', 'a <b and more'],
      ['attributes with quotes go with their tag', '<a href="https://x.example" title=\'y\'>link</a>', 'link'],
      ['CDATA marks go, their text stays', '<![CDATA[words]]>', 'words'],
      [
        'signs of Windows-1252 that were misread are put right',
        'Obama\u0092s \u0093plan\u0094\u0081',
        'Obama’s “plan”',
      ],
      ['control characters go', 'a\u0000b\u0007c\td\r\ne', 'abc\td\ne'],
    ])('%s', (_, markup, text) => {
      expect(toPlainText(markup)).toBe(text)
    })

    test('a megabyte of half-open tags is read in linear time', () => {
      for (const piece of ['<a ', ' ', '<!--', '<script>', '</', '<p', '&#'])
        expect(toPlainText(`<p>${piece.repeat(300_000)}x`).length).toBeLessThanOrEqual(1_200_000)
    })
  })

  test('toPlainLine puts text on one line', () => {
    expect(toPlainLine('<h1>One</h1>\n  two\tthree ')).toBe('One two three')
  })
})

describe('web address', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://https://good.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://good.example/1',
    'view-source:https://good.example',
    'ftp://good.example/',
    '//good.example/',
    '/path',
    'https://',
    'https:good.example',
    'good.example',
    '',
    null,
    undefined,
  ])('%j is no address of the web', (address) => {
    expect(toWebAddress(address)).toBeNull()
  })

  test('web addresses stay as written, except for line breaks inside', () => {
    expect(toWebAddress(' HTTPS://Good.example/a b?c#d ')).toBe('https://good.example/a%20b?c#d')
    expect(toWebAddress('http://good.example/A?b=%20')).toBe('http://good.example/A?b=%20')
  })
})

describe('parse json', () => {
  const clock = () => new Date('2026-11-21T08:00:00Z')

  async function idsOf(text: string): Promise<unknown[]> {
    async function* stream() {
      yield Buffer.from(text)
    }
    const ids = []
    for await (const row of readDocuments({ stream: stream(), clock }))
      ids.push('document' in row ? row.document.nativeId : row)
    return ids
  }

  /** Ids of 64 bits as files write them, with neighbours that a number cannot distinguish from them. */
  const digits = [
    '0',
    '1',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '1801234567890123457',
    '1801234567890123459',
    '9223372036854775807',
    '18446744073709551615',
    '123456789012345678901234567890',
  ]

  describe('a numeric id keeps all its digits', () => {
    test('in a line of JSON, in CSV and in a JSON Feed', async () => {
      const expected = digits.map((id) => `a.example:${id}`)
      const jsonl = digits.map((id) => `{"id": ${id},"source":"a.example","title":"T","published_at":"2026-11-20"}`)
      expect(await idsOf(jsonl.join('\n'))).toEqual(expected)
      const csv = digits.map((id) => `${id},a.example,T,2026-11-20`)
      expect(await idsOf(['id,source,title,published_at', ...csv].join('\n'))).toEqual(expected)
      const items = digits.map((id) => `{"id":${id},"content_text":"T"}`)
      const body = `{"version":"https://jsonfeed.org/version/1","title":"F","items":[${items.join(',')}]}`
      const feed = parseJsonFeed(body, 'https://feed.example/')
      expect(feed?.entries.map(({ id }) => id)).toEqual(digits)
    })

    test.each([
      '1801234567890123457.5',
      '1.8e18',
      '-1801234567890123457',
      '"1801234567890123457"',
      '[1801234567890123457]',
    ])('and a number that is no integer becomes what JSON makes of it: %s', (text) => {
      const isWhole = /^-?\d+$/.test(text)
      const { id } = parseWithExactIds(`{"id":${text}}`) as { id: unknown }
      expect(id).toEqual(isWhole ? text : JSON.parse(text))
    })
  })
})

describe('publication bounds', () => {
  const now = new Date('2026-11-21T08:00:00Z')

  test.each([
    ['0001-01-01T00:00:00Z', 'before 1990'],
    ['1970-01-01T00:00:00Z', 'before 1990'],
    ['1989-12-31T23:59:59Z', 'before 1990'],
    ['1990-01-01T00:00:00Z', null],
    ['2026-11-23T08:00:00Z', null],
    ['2026-11-23T08:00:01Z', 'in the future'],
    ['2027-01-01T00:00:00Z', 'in the future'],
    ['9999-12-31T23:59:59Z', 'in the future'],
  ])('every reader of written dates treats %s alike', (written, fault) => {
    expect(publicationFault(Date.parse(written), now)).toBe(fault)
    expect(parseFeedDate(written, now) === null).toBe(fault !== null)
    const parsed = createRowParser({ clock: () => now })({ title: 'Tea', published_at: written })
    expect(parsed).toMatchObject(
      fault === null ? { document: { publishedAt: written } } : { rejected: `published_at is ${fault}: "${written}"` },
    )
  })

  test('no date at all is never within the bounds', () => {
    expect(publicationFault(Number.NaN, now)).toBe('before 1990')
    expect(publicationDays(now)).toEqual({ first: '1990-01-01', last: '2026-11-23' })
  })

  test('a post with the zero date is dated by when the network saw it', () => {
    const uri = 'at://did:plc:a/app.bsky.feed.post/1'
    const post = { text: 'heat pumps', createdAt: '0001-01-01T00:00:00Z' }
    expect(toPost({ uri, record: post, seenAt: '2026-11-20T10:00:00Z' })?.publishedAt).toBe('2026-11-20T10:00:00Z')
  })
})
