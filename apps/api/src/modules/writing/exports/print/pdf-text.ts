// for the other parts of the workspace that compile this file; a file of ambient types cannot be imported
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./linebreak.d.ts" />
import createBidi from 'bidi-js'
import LineBreaker from 'linebreak'
import { type TextRun, toRuns, type Weight } from './pdf-fonts.ts'

/** A piece of a line in one font, with its offset from the left edge of the text. */
export interface PlacedPiece extends TextRun {
  x: number
}

export interface TextLine {
  /** From left to right, in drawing order. */
  pieces: PlacedPiece[]
  /** Without trailing space. */
  width: number
}

export interface TextLayout {
  lines: TextLine[]
  /** Whether the paragraph is right-to-left, so that its lines are right-aligned. */
  isRightToLeft: boolean
}

/** Width of a text in its font, in page units. */
export type Measure = (run: TextRun) => number

const bidi = createBidi()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u
/** Scripts without spaces between words, whose line breaks UAX 14 leaves to a dictionary. */
const scriptsWithoutSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const hangul = /\p{Script=Hangul}/u
const words = new Intl.Segmenter('th', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Lays out a paragraph in lines of a given width: the font of each letter, line breaks by UAX 14, order by UAX 9. pdfkit does neither for text in
 * several fonts, and only writes from left to right. Adds the letters that no font has to `missing`.
 */
export function layoutText(
  text: string,
  { weight, width, measure, missing }: { weight: Weight; width: number; measure: Measure; missing?: Set<string> },
): TextLayout {
  const clean = text.normalize('NFC')
  const measureText = (part: string) => toRuns(part, weight, missing).reduce((sum, run) => sum + measure(run), 0)
  const bidiLevels = isRightToLeftInside(clean) ? bidi.getEmbeddingLevels(clean) : null
  const isRightToLeft = bidiLevels?.paragraphs[0]?.level === 1
  const lines = breakLines(clean, width, measureText).map(([from, to]): TextLine => {
    const line = clean.slice(from, to)
    const lineWidth = measureText(line.trimEnd())
    const runs =
      bidiLevels === null ? toRuns(line, weight, missing) : visualRuns(clean, bidiLevels.levels, [from, to], weight)
    const pieces: PlacedPiece[] = []
    // the trailing space of a right-to-left line is drawn left of it
    let x = isRightToLeft ? lineWidth - measureText(line) : 0
    for (const run of runs) {
      pieces.push({ ...run, x })
      x += measure(run)
    }
    return { pieces, width: lineWidth }
  })
  return { lines, isRightToLeft }
}

/** Whether any of the text is right-to-left. */
export function isRightToLeftInside(text: string): boolean {
  return rightToLeft.test(text)
}

/** Start and end of each line. A word that is wider than a line is broken between letters. */
function breakLines(text: string, width: number, measure: (part: string) => number): [number, number][] {
  const lines: [number, number][] = []
  let start = 0
  let end = 0
  const close = (at: number) => {
    lines.push([start, at])
    start = at
  }
  for (const next of breakPlaces(text)) {
    if (end > start && measure(text.slice(start, next).trimEnd()) > width) close(end)
    if (measure(text.slice(start, next).trimEnd()) > width)
      for (const { index, segment } of [...graphemes.segment(text.slice(start, next))].map((grapheme) => ({
        ...grapheme,
        index: grapheme.index + start,
      })))
        if (index > start && measure(text.slice(start, index + segment.length).trimEnd()) > width) close(index)
    end = next
  }
  if (start < text.length || lines.length === 0) close(text.length)
  return lines
}

/** Positions where lines may end, in order, the end of the text last. */
function breakPlaces(text: string): number[] {
  const breakOffsets = new Set<number>()
  const breaker = new LineBreaker(text)
  for (let lineBreak = breaker.nextBreak(); lineBreak !== null; lineBreak = breaker.nextBreak())
    breakOffsets.add(lineBreak.position)
  for (const scriptRun of text.matchAll(scriptsWithoutSpaces))
    for (const { index } of words.segment(scriptRun[0])) if (index > 0) breakOffsets.add(scriptRun.index + index)
  // Korean puts spaces between words, and readers expect lines to break there
  const isInsideWord = (at: number) => hangul.test(text[at - 1] ?? '') && hangul.test(text[at] ?? '')
  return [...breakOffsets].filter((offset) => !isInsideWord(offset)).toSorted((a, b) => a - b)
}

/** The runs of a line in drawing order (UAX 9, L2). A right-to-left word keeps its logical order: the font reverses it while shaping. */
function visualRuns(text: string, levels: Uint8Array, [from, to]: [number, number], weight: Weight): TextRun[] {
  const mirrored = bidi.getMirroredCharactersMap(text, levels, from, to - 1)
  const pieces: { text: string; level: number }[] = []
  for (let at = from; at < to; at += 1) {
    const level = levels[at] ?? 0
    const letter = mirrored.get(at) ?? text[at] ?? ''
    const last = pieces.at(-1)
    const isApart = level % 2 === 1 && (letter === ' ' || text[at - 1] === ' ')
    if (last !== undefined && last.level === level && !isApart) last.text += letter
    else pieces.push({ text: letter, level })
  }
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < pieces.length; start += 1) {
      let end = start
      while (end < pieces.length && (pieces[end]?.level ?? 0) >= level) end += 1
      pieces.splice(start, end - start, ...pieces.slice(start, end).toReversed())
      start = Math.max(start, end)
    }
  return pieces.flatMap((piece) => {
    const runs = toRuns(piece.text, weight)
    if (piece.level % 2 === 0) return runs
    // fonts reverse only the letters of their own scripts, so punctuation between them is reversed here
    const reverseRun = ({ font, text: part }: TextRun) => ({
      font,
      text: rightToLeft.test(part) ? part : Array.from(part).toReversed().join(''),
    })
    return runs.toReversed().map(reverseRun)
  })
}
