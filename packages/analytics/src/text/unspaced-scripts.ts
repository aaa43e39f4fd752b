const unspacedScripts =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
// The digits of these scripts are folded to ASCII ones, so they are separate words as well.
const unspacedRun = new RegExp(`(?:(?!\\p{Nd})[${unspacedScripts}])+`, 'gu')
const unspacedCharacter = new RegExp(`(?!\\p{Nd})[${unspacedScripts}]`, 'u')

// One segmenter for all: the dictionary is chosen by script, not by locale, and the runtime's default locale must not matter.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** A cache of words that do not split further. Halves the time; the segmenter would return the same. */
const wholeWords = new Set<string>()
const maxWholeWords = 20_000

type EmitPart = (part: string, start: number, end: number) => void

/** Whether a text contains a script that is written without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar). */
export function hasUnspacedScript(text: string): boolean {
  return unspacedCharacter.test(text)
}

/** Splits a run at script boundaries, and its unspaced parts into dictionary words; offsets are within the run. */
export function splitUnspacedScripts(run: string, emit: EmitPart): void {
  let at = 0
  for (const match of run.matchAll(unspacedRun)) {
    if (match.index > at) emit(run.slice(at, match.index), at, match.index)
    segment(match[0], match.index, emit)
    at = match.index + match[0].length
  }
  if (at < run.length) emit(run.slice(at), at, run.length)
}

/** A word must split the same way alone as inside a sentence, or a stored query would change when it is parsed again. */
function segment(part: string, offset: number, emit: EmitPart): void {
  if (part.length === 1 || wholeWords.has(part)) {
    emit(part, offset, offset + part.length)
    return
  }
  const pieces = [...segmenter.segment(part)]
  if (pieces.length > 1) {
    for (const piece of pieces) segment(piece.segment, offset + piece.index, emit)
    return
  }
  if (wholeWords.size >= maxWholeWords) wholeWords.clear()
  wholeWords.add(part)
  emit(part, offset, offset + part.length)
}
