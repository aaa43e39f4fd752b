import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** The web app's font, in the parts that its package has; the first part that has a letter writes it. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const
const weights = { regular: '400', semibold: '600' } as const

export type Weight = keyof typeof weights

/** A piece of text that one font can write. */
export interface TextRun {
  font: string
  text: string
  /** Whether a letter of it had no font. */
  isLossy: boolean
}

/** Stands for a letter that no part of the font has. */
export const missingLetter = '?'

let ranges: readonly (readonly [from: number, to: number][])[] | null = null

/** The font file of each part, read when it is first needed. */
export function readFont(name: string): Buffer {
  const [weight, subset] = name.split('/') as [Weight, string] // `toRuns` writes names so
  return readFileSync(require.resolve(`@fontsource/inter/files/inter-${subset}-${weights[weight]}-normal.woff`))
}

/** Splits a text where the font changes. Letters that none has become `missingLetter`. */
export function toRuns(text: string, weight: Weight): TextRun[] {
  const runs: TextRun[] = []
  for (const letter of text.normalize('NFC')) {
    const found = subsetOf(letter.codePointAt(0) ?? 0)
    const font = `${weight}/${subsets[found ?? 0]}`
    const written = found === null ? missingLetter : letter
    const last = runs.at(-1)
    // a space belongs to any run, so that lines break where words end
    if (last !== undefined && (last.font === font || letter === ' ')) {
      last.text += written
      last.isLossy ||= found === null
    } else runs.push({ font, text: written, isLossy: found === null })
  }
  return runs
}

function subsetOf(code: number): number | null {
  ranges ??= readRanges()
  const found = ranges.findIndex((list) => list.some(([from, to]) => code >= from && code <= to))
  return found === -1 ? null : found
}

function readRanges(): [number, number][][] {
  const file = readFileSync(require.resolve('@fontsource/inter/unicode.json'), 'utf8')
  const known = JSON.parse(file) as Record<string, string> // subset → ranges as CSS writes them
  return subsets.map((subset) =>
    (known[subset] ?? '').split(',').flatMap((range): [number, number][] => {
      const [from, to] = range.replace('U+', '').split('-')
      const start = Number.parseInt(from ?? '', 16)
      return Number.isNaN(start) ? [] : [[start, to === undefined ? start : Number.parseInt(to, 16)]]
    }),
  )
}
