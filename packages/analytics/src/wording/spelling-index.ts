import { respellings, slipCost } from './slip-cost.ts'

/**
 * Number of edits that turn one word into another, or null when it exceeds `maxEdits`: a letter inserted, deleted,
 * replaced, or two neighbours swapped (optimal string alignment, Damerau 1964, A technique for computer detection and
 * correction of spelling errors, CACM 7(3)). Works on UTF-16 units and stops as soon as a whole row exceeds the limit.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | null {
  if (Math.abs(a.length - b.length) > maxEdits) return null
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let minEdits = row
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) cost = Math.min(cost, at(twoAbove, column - 2) + 1)
      current.push(cost)
      if (cost < minEdits) minEdits = cost
    }
    if (minEdits > maxEdits) return null
    twoAbove = above
    above = current
  }
  const distance = at(above, b.length)
  return distance > maxEdits ? null : distance
}

/** Every cell read was written before; the bounds of the loops guarantee it. */
function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}

/** A known word or name, and how often it is used. */
export interface KnownWording {
  text: string
  /** Above 0, in any unit that is the same for all. */
  frequency: number
}

export interface Correction extends KnownWording {
  /** How unlikely the slip is that turns this into the typed text (`slipCost`). */
  cost: number
}

/** Maximum number of edits for a text of this length; short texts are all close to each other. */
export function maxEditsFor(text: string): number {
  if (text.length < 4) return 0
  return text.length < 8 ? 1 : 2
}

/** What a unit of cost must be outweighed by in frequency. */
const costFactor = Math.log(60)
/** With a longer way from what was typed, another word was meant. */
const maxCost = 5

/**
 * Finds known wordings similar to a misspelt one. Created once per vocabulary; a lookup compares a bit mask of letters
 * with every entry of about the same length, and computes edits only for the few that remain.
 */
export function createSpellingIndex(wordings: readonly KnownWording[]) {
  const byLength = new Map<number, { entries: KnownWording[]; masks: Int32Array }>()
  for (const [length, entries] of Map.groupBy(wordings, ({ text }) => text.length)) {
    byLength.set(length, { entries, masks: Int32Array.from(entries, ({ text }) => letterMask(text)) })
  }

  return {
    /** Corrections, most likely first: frequency against the cost of the slip. Excludes the text itself. */
    corrections(text: string, limit: number): Correction[] {
      const maxEdits = maxEditsFor(text)
      if (maxEdits === 0) return []
      const found = new Map<string, Correction>()
      for (const spelling of [text, ...respellings(text)]) {
        for (const entry of near(spelling, spelling === text ? maxEdits : 1)) {
          if (entry.text === text || found.has(entry.text)) continue
          const cost = slipCost(text, entry.text)
          if (cost <= maxCost) found.set(entry.text, { ...entry, cost })
        }
      }
      return [...found.values()]
        .toSorted((a, b) => likelihood(b) - likelihood(a) || (a.text < b.text ? -1 : 1))
        .slice(0, limit)
    },
  }

  /** The entries within so many edits. */
  function near(text: string, maxEdits: number): KnownWording[] {
    const mask = letterMask(text)
    const found: KnownWording[] = []
    for (let length = text.length - maxEdits; length <= text.length + maxEdits; length += 1) {
      const group = byLength.get(length)
      if (group === undefined) continue
      for (let index = 0; index < group.entries.length; index += 1) {
        // one edit changes at most two letters of the set
        if (bitCount(mask ^ (group.masks[index] ?? 0)) > 2 * maxEdits) continue
        const entry = group.entries[index]
        if (entry !== undefined && editDistance(text, entry.text, maxEdits) !== null) found.push(entry)
      }
    }
    return found
  }
}

/** Log of the likelihood of a wording, up to a constant. */
function likelihood({ frequency, cost }: Correction): number {
  return Math.log(frequency) - cost * costFactor
}

/** Which letters a text has, folded into 31 bits. */
function letterMask(text: string): number {
  let mask = 0
  for (let index = 0; index < text.length; index += 1) mask |= 1 << (text.charCodeAt(index) % 31)
  return mask
}

function bitCount(value: number): number {
  let bits = value
  bits -= (bits >> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
  return (((bits + (bits >> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
