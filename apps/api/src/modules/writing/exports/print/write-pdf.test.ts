import type { PrintedReport } from './printed-report.ts'
import { formulas } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { printedSample } from '../../testing/printed-sample.ts'
import { listElements, type PdfElement, readPdf, textBelow } from '../../testing/read-pdf.ts'
import { toBars } from './bars.ts'
import { missingLetter, describeMissingLetters, toRuns } from './pdf-fonts.ts'
import { createPdfPage } from './pdf-page.ts'
import { layoutText } from './pdf-text.ts'
import { listSpans, runRows } from './printed-tables.ts'
import { toCardChart } from './story/card-chart.ts'
import { writeHtml } from './write-html.ts'
import { writePdf } from './write-pdf.ts'

describe('write pdf', async () => {
  const pieces: Uint8Array[] = []
  for await (const piece of writePdf(printedSample)) pieces.push(piece)
  const pdf = readPdf(Buffer.concat(pieces))
  const elements = listElements(pdf.root)
  const all = (...types: string[]): PdfElement[] => elements.filter(({ type }) => types.includes(type))

  test('the file states its language and title, and that it is tagged', () => {
    expect(pdf).toMatchObject({ isTagged: true, language: 'en', title: 'oat milk' })
  })

  test('headings are in the order of the page', () => {
    expect(all('H1', 'H2').map(({ type, text }) => `${type} ${text}`)).toEqual([
      'H1 oat milk',
      'H2 Over time',
      'H2 Executive summary',
      'H2 Tone',
      'H2 Voices',
      'H2 In their words',
      'H2 Also counted',
      'H2 Documents',
      'H2 How the numbers were counted',
    ])
  })

  test('tables have rows, and header cells with the scope of a column', () => {
    const [table] = all('Table')
    expect(table?.children.map(({ children }) => children.map(({ type, text }) => `${type} ${text}`))).toEqual([
      ['TH Outlet', 'TH Documents'],
      ...printedSample.tables[0]!.rows.map(([outlet, documents]) => [`TD ${outlet}`, `TD ${documents}`]),
    ])
    expect(all('TH').every(({ scope }) => scope === 'Column')).toBe(true)
  })

  test('charts have an alternative text that includes gaps and events', () => {
    const [chart, tone] = all('Figure')
    expect(chart?.alt).toContain('at most 40 documents a month, in Mar 2026')
    expect(chart?.alt).toContain('Not covered: Apr 2026 to May 2026')
    expect(chart?.alt).toContain('10 March 2026: Oat milk sold out')
    expect(tone?.alt).toContain('positive 30 (30%)')
  })

  test('the chart shows where 99% of the documents are, and says how many are outside', () => {
    const points = Array.from({ length: 120 }, (_, month) => ({
      firstDay: new Date(Date.UTC(2010, month, 1)).toISOString().slice(0, 10),
      documents: month === 2 ? 1 : month >= 60 && month < 70 ? 20 : 0,
      coveredDays: 28,
    }))
    const { bars, leftOut } = toBars({ points })
    expect([bars[0]?.day, bars.at(-1)?.day, bars.length, leftOut]).toEqual(['2014-12-01', '2015-11-01', 12, 1])
    const page = writeHtml({ ...printedSample, series: { ...printedSample.series, bars, leftOut, events: [] } })
    expect(page).toContain('Documents a month. Drawn where 99% of the documents are; 1 is outside')
  })

  test('so does the chart of a card, in word processors too', () => {
    const points = Array.from({ length: 120 }, (_, at) => ({
      day: new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10),
      value: at === 2 ? 1 : at >= 60 && at < 70 ? 20 : 0,
    }))
    const chart = toCardChart(points, 'documents')
    expect(chart?.days).toEqual(['1 March 2010', '12 March 2010'])
    expect(chart?.rows).toHaveLength(12)
    expect(chart?.words).toContain('Drawn where 99% of the documents are; 1 is outside.')
    expect(toCardChart(points, 'tone')?.rows).toHaveLength(points.length)
  })

  test('the chart has axes with numbers and days', () => {
    const [chart] = all('Figure')
    for (const tick of ['0', '20', '40', 'Jan 2026', 'Jun 2026', 'Documents a month', 'not covered'])
      expect(chart?.text).toContain(tick)
  })

  test('statements, documents and formulas are lists, and URLs are links', () => {
    expect(all('L').map(({ children }) => children.length)).toEqual([1, 1, 1, 1, 2, 1])
    const links = all('Link').map(({ text }) => text)
    expect(links).toEqual(['Oat milk sold out'])
  })

  test('a story is one row with its number of copies', () => {
    const documents = all('L')[4]?.children.map(textBelow) ?? []
    expect(documents[0]).toContain('5 documents of 3 outlets')
    expect(documents[1]).not.toContain('documents of')
  })

  test('all content of a page is tagged, and what repeats on each page is an artifact', () => {
    expect(pdf.pages).toBeGreaterThan(1)
    expect(pdf.untagged.trim()).toBe('')
    expect(textBelow(pdf.root)).not.toContain('1 of ')
  })
})

describe('pdf text', () => {
  const width = 200
  /** Every letter is ten units wide, so that widths are easy to verify. */
  const layOut = (text: string, wide = width) =>
    layoutText(text, { weight: 'regular', width: wide, measure: ({ text: part }) => 10 * Array.from(part).length })
  /** Letters sorted by code, to compare texts whose order differs. */
  const lettersOf = (text: string) => Array.from(text).toSorted().join('')
  const visibleLines = (text: string, wide = width) =>
    layOut(text, wide).lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(''))

  /** Scripts that news are written in, each with a word that a wrong font or order would break. */
  const scripts = {
    Arabic: 'أعلنت الشركة عن منتج جديد',
    Armenian: 'Հայաստան',
    Bengali: 'বাংলা তদন্ত',
    Chinese: '株式会社 东京报告 繁體中文',
    Cyrillic: 'Мороз и солнце',
    Devanagari: 'हिन्दी रिपोर्ट क्षत्रिय',
    emoji: '🔥 🚀 👨‍👩‍👧‍👦 👍🏽 🇩🇪 ❤️',
    Georgian: 'საქართველო',
    Greek: 'Ελλάδα',
    Hebrew: 'שלום עולם',
    Japanese: 'の報告カタカナ「東京」、ー',
    Korean: '한국어 보고서',
    Latin: 'Žižek ŁÓDŹ Đặng',
    signs: '≤ ≥ ≠ ∈ √ ∩ ∪ → ▲ ● ★ ✓ € ₿ ½ ‰ ™ ＝',
    Tamil: 'தமிழ் செய்தி',
    Thai: 'ไทย รายงาน ฿',
  }

  describe('the fonts of a file', () => {
    test.each(Object.entries(scripts))('write %s', (_, text) => {
      for (const weight of ['regular', 'semibold'] as const) {
        const missing = new Set<string>()
        const runs = toRuns(text, weight, missing)
        expect([...missing]).toEqual([])
        expect(runs.map((run) => run.text).join('')).toBe(text.normalize('NFC'))
      }
    })

    test('write every formula that reports print', () => {
      const missing = new Set<string>()
      for (const { name, text, reference } of Object.values(formulas))
        toRuns(`${name}${text}${reference}`, 'regular', missing)
      expect([...missing]).toEqual([])
    })

    test('never split a grapheme', () => {
      for (const letter of ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'क्ष', 'é', 'กำ'])
        expect(toRuns(`a${letter}`, 'regular').at(-1)?.text).toContain(letter)
    })

    test('write a missing ligature as single letters', () => {
      expect(toRuns('ﬁrst', 'regular').map((run) => run.text)).toEqual(['first'])
    })

    test('name missing letters by script or code point', () => {
      const missing = new Set<string>()
      const runs = toRuns('བོད 10⁻² \u{10FFFD}', 'regular', missing)
      expect(runs.map((run) => run.text).join('')).toContain(missingLetter)
      expect(describeMissingLetters(missing)).toMatch(
        /^This file has no font for Tibetan, U\+10FFFD, U\+207B; .* The HTML export has them\.$/,
      )
      expect(describeMissingLetters(new Set())).toBeNull()
    })
  })

  describe('the order of a line', () => {
    test.each([
      [
        'a word from right to left stands where it is read, and is turned by its font',
        'Signal مرحبا',
        ['Signal مرحبا'],
      ],
      ['words follow each other from right to left', 'Signal שלום עולם', ['Signal עולם שלום']],
      ['numbers inside keep their order', 'שלום 123 עולם', ['עולם 123 שלום']],
      ['Latin words inside keep theirs', 'אבג Auspex 4.5% דהו', ['דהו Auspex 4.5% אבג']],
      ['brackets and full stops turn with the text', 'שלום (עולם).', ['.(עולם) שלום']],
      ['text from left to right stays as it is', 'A (b) 12.', ['A (b) 12.']],
    ])('%s', (_, text, lines) => expect(visibleLines(text)).toEqual(lines))

    test('a right-to-left text is aligned to the right on every line', () => {
      const { lines, isRightToLeft } = layOut('אבגדהו אבגדהו אבגדהו אבגדהו', 150)
      expect(isRightToLeft).toBe(true)
      expect(lines.map((line) => line.width)).toEqual([130, 130])
      expect(lines[0]?.pieces[0]).toMatchObject({ text: ' ', x: -10 })
      expect(layOut('Signal שלום').isRightToLeft).toBe(false)
    })
  })

  describe('the lines of a text', () => {
    test.each([
      ['end between words', 'one two three four', 100, ['one two ', 'three four']],
      [
        'end inside of a word only when it is wider than a line',
        `a ${'x'.repeat(25)} b`,
        100,
        ['a ', 'xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxx b'],
      ],
      [
        'end between any two signs of Chinese, but not before a full stop',
        '人工智能公司。新的产品',
        60,
        ['人工智能公', '司。新的产品'],
      ],
      [
        'end between the words of Thai, which have no spaces',
        'การพัฒนาระบบประเทศไทย',
        120,
        ['การพัฒนาระบบ', 'ประเทศไทย'],
      ],
      ['end between the words of Korean', '삼성전자가 새로운 제품을', 60, ['삼성전자가 ', '새로운 ', '제품을']],
    ])('%s', (_, text, wide, lines) => expect(visibleLines(text, wide)).toEqual(lines))

    test('lose nothing, whatever the width', () => {
      const text = Object.values(scripts).join(' ').normalize('NFC')
      const letters = lettersOf(text)
      for (const wide of [1, 10, 35, 100, 333, 5_000])
        expect(lettersOf(visibleLines(text, wide).join(''))).toBe(letters)
    })

    test('never exceed the given width', () => {
      for (const line of layOut(Object.values(scripts).join(' '), 120).lines)
        expect(line.width).toBeLessThanOrEqual(120)
    })
  })

  test('a page contains titles in every script as text, right-to-left words in reading order', async () => {
    const page = createPdfPage({ title: 'oat milk', createdAt: new Date('2026-11-21T08:00:00Z') })
    for (const text of Object.values(scripts)) page.write(text, { size: 10 })
    page.writeMissing()
    const pieces: Uint8Array[] = []
    for await (const piece of page.end()) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const paragraphs = listElements(readPdf(bytes).root).filter(({ type }) => type === 'P')
    expect(paragraphs).toHaveLength(Object.keys(scripts).length)
    for (const { text } of paragraphs) expect(text).not.toMatch(/[?□]/)
    for (const name of ['Chinese', 'Japanese', 'Korean', 'Cyrillic', 'Greek'] as const)
      expect(paragraphs.map(({ text }) => text)).toContain(scripts[name])
    // ActualText, as UTF-16 with a byte order mark
    const actual = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('latin1')
    for (const name of ['Arabic', 'Hebrew'] as const)
      expect(bytes.toString('latin1')).toContain(
        actual(scripts[name])
          .replace(/[()\\\r\n]/g, '\\$&')
          .slice(0, 8),
      )
  })
})

describe('write html', () => {
  const report: PrintedReport = {
    title: 'oat milk',
    scope: 'Everywhere',
    measured: 'Measured 2026-11-20 08:00 UTC.',
    measuredAt: '2026-11-20T08:00:00Z',
    warnings: [],
    finding: null,
    figures: [],
    story: [],
    quotations: [],
    otherCounts: [],
    series: { unit: 'day', bars: [], leftOut: 0, events: [] },
    tone: [],
    tables: [],
    stories: [],
    documentsNote: '',
    formulas: [],
    source: { signalId: 'sig_1', libraryRevision: 1, canonical: 'oat milk' },
  }

  test('a quotation of the opposite tone is marked by its role, not by its words', () => {
    const page = writeHtml({
      ...report,
      quotations: [
        { text: 'With the opposite tone, it said nothing.', role: 'central', claims: [] },
        { text: 'By contrast, it said this.', role: 'contrastive', claims: [] },
      ],
    })
    expect([...page.matchAll(/<li class="(\w*)">\s*([^.]*\.)/gu)].map(([, kind, text]) => [kind, text])).toEqual([
      ['', 'With the opposite tone, it said nothing.'],
      ['contrastive', 'By contrast, it said this.'],
    ])
  })
})

describe('printed tables', () => {
  const run = {
    reason: null,
    nativeQuery: 'oat milk',
    documentsSeen: 3,
    resetsAt: null,
    startedAt: null,
    finishedAt: null,
  }
  const unavailable = { ...run, status: 'upstream_down', reason: 'It did not answer.', documentsSeen: 0 } as const

  test('sources that failed for the same reason share one row, and each that answered has its own', () => {
    const runs = [
      { ...run, source: 'hacker_news', status: 'ok' },
      { ...unavailable, source: 'arxiv' },
      { ...unavailable, source: 'gdelt' },
      { ...run, source: 'wikipedia_pageviews', status: 'ok' },
    ] as const
    expect(runRows(runs as never, (source) => source)).toEqual([
      ['hacker_news', 'ok', 'oat milk', '3'],
      ['arxiv, gdelt', 'upstream_down: It did not answer.', 'a different query for each source', '0'],
      ['wikipedia_pageviews', 'ok', 'oat milk', '3'],
    ])
  })

  test('a few spans are listed, many are counted', () => {
    const spans = ['2013-04-09', '2013-05-01', '2013-06-01', '2013-07-01', '2014-01-05'].map((firstDay) => ({
      firstDay,
      lastDay: firstDay,
    }))
    expect(listSpans([{ firstDay: '2013-04-09', lastDay: '2013-04-18' }, spans[4]!])).toBe(
      '9 to 18 April 2013; 5 January 2014',
    )
    expect(listSpans(spans)).toBe('5 spans between 9 April 2013 and 5 January 2014')
  })
})
