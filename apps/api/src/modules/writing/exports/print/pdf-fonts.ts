import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

export type Weight = keyof typeof weights
const weights = { regular: '400', semibold: '600' } as const

/** A piece of text that one font can render. */
export interface TextRun {
  font: string
  text: string
}

/** The web app's font, in the subsets of its package. It renders whatever it can, for a consistent look. */
const interParts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const

/** Noto for what Inter lacks. A font is opened only for a text whose letters match `writes`: the one for Han has 8 MB. */
const others: readonly { name: string; writes: RegExp; file: (weight: Weight) => string }[] = [
  { name: 'arabic', writes: /\p{Script=Arabic}|[\u060C\u061B\u061F\u0640]/u, file: noto('arabic') },
  { name: 'hebrew', writes: /\p{Script=Hebrew}/u, file: noto('hebrew') },
  { name: 'devanagari', writes: /\p{Script=Devanagari}|[\u0964\u0965]/u, file: noto('devanagari') },
  { name: 'bengali', writes: /\p{Script=Bengali}/u, file: noto('bengali') },
  { name: 'tamil', writes: /\p{Script=Tamil}/u, file: noto('tamil') },
  { name: 'thai', writes: /\p{Script=Thai}|\u0E3F/u, file: noto('thai') },
  { name: 'georgian', writes: /\p{Script=Georgian}/u, file: noto('georgian') },
  { name: 'armenian', writes: /\p{Script=Armenian}/u, file: noto('armenian') },
  { name: 'korean', writes: /\p{Script=Hangul}/u, file: cjk('@embedpdf/fonts-kr', 'NotoSansKR') },
  {
    name: 'han',
    writes:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u2030-\u205E\u2150-\u2189\u3000-\u303F\u30FC\uFF00-\uFFEF]/u,
    file: cjk('@embedpdf/fonts-sc', 'NotoSansHans'),
  },
  { name: 'math', writes: /[\p{Sm}\p{So}\p{No}\u2000-\u2BFF\u{1D400}-\u{1D7FF}]/u, file: noto('math', 'latin') },
  { name: 'symbols', writes: /[\p{S}\p{No}\p{Po}]/u, file: noto('symbols-2', 'symbols') },
]

/** Monochrome outlines: PDF does not support color emoji fonts. */
const emoji = { name: 'emoji', file: () => '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff' }
const wantsEmoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u
/** Characters that affect how their neighbors are drawn but are not drawn themselves. */
const invisible = /^[\p{Cf}\p{Variation_Selector}]$/u

function noto(script: string, part = script): (weight: Weight) => string {
  return (weight) => {
    // these two have only one weight
    const weightName = script === 'math' || script === 'symbols-2' ? '400' : weights[weight]
    return `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${part}-${weightName}-normal.woff`
  }
}

function cjk(name: string, family: string): (weight: Weight) => string {
  return (weight) => `${name}:${family}-${weight === 'regular' ? 'Regular' : 'Bold'}.otf`
}

/** The file of a font that `toRuns` names, as `weight/name`. */
export function readFont(key: string): Buffer {
  return readFileSync(pathOf(key))
}

function pathOf(key: string): string {
  const [weight, name] = key.split('/') as [Weight, string] // `toRuns` writes keys in this form
  const other = name === emoji.name ? emoji : others.find((font) => font.name === name)
  if (other === undefined)
    return require.resolve(`@fontsource/inter/files/inter-${name}-${weights[weight]}-normal.woff`)
  const file = other.file(weight)
  const [owner = '', inside] = file.split(':')
  return inside === undefined ? require.resolve(file) : join(dirname(require.resolve(owner)), '..', 'fonts', inside)
}

const openFonts = new Map<string, Font>()

function has(key: string, letters: readonly number[]): boolean {
  let font = openFonts.get(key)
  if (font === undefined) {
    font = create(readFont(key)) as Font // none of the files is a font collection
    openFonts.set(key, font)
  }
  return letters.every((letter) => font.hasGlyphForCodePoint(letter))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Cached font of each grapheme, or null when none has all of its letters. A few thousand in practice; cleared when it grows. */
const choices = new Map<string, string | null>()
const maxChoices = 50_000

/** Ligatures and other presentation forms with their own code points: drawn as their base letters when a font lacks them. */
const shapes = /[\uF900-\uFAFF\uFB00-\uFDFF\uFE70-\uFEFC]/u
/** Replaces what no font can render. */
export const missingLetter = '□'

/** Splits a text where the font changes, never inside a grapheme. Adds the letters that no font has to `missing`. */
export function toRuns(text: string, weight: Weight, missing: Set<string> = new Set()): TextRun[] {
  const runs: TextRun[] = []
  for (const { segment } of segmenter.segment(text.normalize('NFC'))) {
    const last = runs.at(-1)
    const letter = shapes.test(segment) && fontOf(segment, weight) === null ? segment.normalize('NFKC') : segment
    // a space joins any run
    const font = letter === ' ' && last !== undefined ? last.font : fontOf(letter, weight)
    if (font === null) missing.add(segment)
    const [key, written] = font === null ? [`${weight}/math`, missingLetter] : [font, letter]
    if (last?.font === key) last.text += written
    else runs.push({ font: key, text: written })
  }
  return runs
}

function fontOf(grapheme: string, weight: Weight): string | null {
  const cached = choices.get(`${weight}${grapheme}`)
  if (cached !== undefined) return cached
  if (choices.size >= maxChoices) choices.clear()
  const font = chooseFont(grapheme, weight)
  choices.set(`${weight}${grapheme}`, font)
  return font
}

function chooseFont(grapheme: string, weight: Weight): string | null {
  const letters = Array.from(grapheme)
    .filter((letter) => !invisible.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0)
  if (letters.length === 0) return `${weight}/latin`
  const names = [
    ...(wantsEmoji.test(grapheme) ? [emoji.name] : []),
    ...interParts,
    ...others.filter(({ writes }) => writes.test(grapheme)).map(({ name }) => name),
    emoji.name,
  ]
  const name = names.find((fontName) => has(`${weight}/${fontName}`, letters))
  return name === undefined ? null : `${weight}/${name}`
}

/** Unicode script names, to report what could not be rendered. */
const scripts =
  'Adlam Balinese Cherokee Coptic Egyptian_Hieroglyphs Ethiopic Gothic Gujarati Gurmukhi Han Hangul Javanese Kannada Khmer Lao Malayalam Mongolian Myanmar Nko Oriya Runic Sinhala Syriac Telugu Thaana Tibetan Tifinagh Yi'.split(
    ' ',
  )

/** A sentence about the letters shown as empty boxes in a file, or null. */
export function describeMissingLetters(missing: ReadonlySet<string>): string | null {
  if (missing.size === 0) return null
  const names = new Set<string>()
  for (const letter of missing) {
    const script = scripts.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(letter))
    names.add(script === undefined ? codeOf(letter) : script.replaceAll('_', ' '))
  }
  const firstNames = [...names].toSorted().slice(0, 8)
  const rest = names.size - firstNames.length
  return `This file has no font for ${firstNames.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}; those letters are drawn as ${missingLetter}. The HTML export has them.`
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
