import type { InterestBasis, InterestSplit } from '../documents/index.ts'

/** Why an empty list of interests is empty: what was looked at, how much is needed, and what would help. */

export function tooFewVoices(voices: number, minimum: number): string {
  return `Only ${voices} authors or outlets are named, and ${minimum} are needed. Sources that name authors, such as forums, would help.`
}

interface ReadOther {
  /** Other documents of the voices that were read. */
  read: number
  minimum: number
  basis: InterestBasis
  split: InterestSplit | null
}

export function tooFewOther({ read, minimum, basis, split }: ReadOther): string {
  return split === null
    ? `The library holds only ${read} other documents of these ${basis}, and ${minimum} are needed. Importing more of what they publish would help.`
    : `Told apart by ${split}, only ${read} other documents of these ${basis} can be read, and ${minimum} are needed. The interests that are not told apart may say more.`
}

export function nothingInCommon({ read, minimum, basis, split }: ReadOther): string {
  const where = split === null ? 'other documents' : `other documents told apart by ${split}`
  return `No name or category beyond the topic itself comes up in ${minimum} of the ${read} ${where} of these ${basis}. Importing more of what they publish would help.`
}
