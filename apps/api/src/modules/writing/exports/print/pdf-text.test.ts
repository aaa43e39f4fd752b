import { formulas } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { listElements, readPdf } from '../../testing/read-pdf.ts'
import { missingLetter, sayMissing, toRuns } from './pdf-fonts.ts'
import { createPdfPage } from './pdf-page.ts'
import { layoutText } from './pdf-text.ts'

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
    expect(sayMissing(missing)).toMatch(
      /^This file has no font for Tibetan, U\+10FFFD, U\+207B; .* The HTML export has them\.$/,
    )
    expect(sayMissing(new Set())).toBeNull()
  })
})

describe('the order of a line', () => {
  test.each([
    ['a word from right to left stands where it is read, and is turned by its font', 'Signal مرحبا', ['Signal مرحبا']],
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
    ['end between the words of Thai, which have no spaces', 'การพัฒนาระบบประเทศไทย', 120, ['การพัฒนาระบบ', 'ประเทศไทย']],
    ['end between the words of Korean', '삼성전자가 새로운 제품을', 60, ['삼성전자가 ', '새로운 ', '제품을']],
  ])('%s', (_, text, wide, lines) => expect(visibleLines(text, wide)).toEqual(lines))

  test('lose nothing, whatever the width', () => {
    const text = Object.values(scripts).join(' ').normalize('NFC')
    const letters = lettersOf(text)
    for (const wide of [1, 10, 35, 100, 333, 5_000]) expect(lettersOf(visibleLines(text, wide).join(''))).toBe(letters)
  })

  test('never exceed the given width', () => {
    for (const line of layOut(Object.values(scripts).join(' '), 120).lines) expect(line.width).toBeLessThanOrEqual(120)
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
