import { editDistance } from './edit-distance.ts'

/** A word or name that is known, and how often it is used. */
export interface KnownWording {
  text: string
  /** Above 0, in whatever unit, the same for all. */
  frequency: number
}

export interface Correction extends KnownWording {
  /** Edits between what was asked and this. */
  distance: number
}

/** Texts of so many letters are corrected by so many edits at most; shorter ones are all near to each other. */
export function allowedEdits(text: string): number {
  return text.length < 4 ? 0 : text.length < 8 ? 1 : 2
}

/** A second edit must be made up for by so many times the frequency: most slips are one edit (Damerau 1964: 80 %). */
const editPenalty = Math.log(200)
/** People seldom mistake the first letter (Pollock & Zamora 1984: 3 to 8 % of misspellings). */
const firstLetterPenalty = Math.log(10)

/**
 * Finds known wordings near to a misspelt one. Made once for a vocabulary; a look compares a mask of letters with every
 * entry of about the same length, and edits only with the few that are left.
 */
export function createSpellingIndex(wordings: readonly KnownWording[]) {
  const byLength = new Map<number, { entries: KnownWording[]; masks: Int32Array }>()
  for (const [length, entries] of Map.groupBy(wordings, ({ text }) => text.length)) {
    byLength.set(length, { entries, masks: Int32Array.from(entries, ({ text }) => letterMask(text)) })
  }

  return {
    /** The most likely meant first: frequency against edits. The text itself is none of them. */
    corrections(text: string, limit: number): Correction[] {
      const most = allowedEdits(text)
      if (most === 0) return []
      const mask = letterMask(text)
      const found: Correction[] = []
      for (let length = text.length - most; length <= text.length + most; length += 1) {
        const group = byLength.get(length)
        if (group === undefined) continue
        for (let index = 0; index < group.entries.length; index += 1) {
          // one edit changes at most two letters of the set
          if (bitCount(mask ^ (group.masks[index] ?? 0)) > 2 * most) continue
          const entry = group.entries[index]
          const distance = entry === undefined ? null : editDistance(text, entry.text, most)
          if (entry !== undefined && distance !== null && distance > 0) found.push({ ...entry, distance })
        }
      }
      return found
        .toSorted((a, b) => likelihood(b, text) - likelihood(a, text) || (a.text < b.text ? -1 : 1))
        .slice(0, limit)
    },
  }
}

/** Log of how likely a wording was meant, up to a constant. */
function likelihood({ text, frequency, distance }: Correction, typedText: string): number {
  const firstLetter = text[0] === typedText[0] ? 0 : firstLetterPenalty
  return Math.log(frequency) - distance * editPenalty - firstLetter
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
