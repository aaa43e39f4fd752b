/** Ages of a column of the population table; the last column has no end. */
export interface AgeGroup {
  from: number
  to: number | null
  /** How much of its people are of the asked ages, 0 to 1. */
  weight: number
}

const width = 5
const lastFrom = 100
const count = lastFrom / width + 1
/** Nobody is older, so that a range inside the open group has a part of it. */
const oldest = 120

/**
 * The five-year groups that a range of ages touches, each with the part of it inside the range: the years of a group are taken as
 * equally many people. Ages are whole years, both ends included; a null end is open. Null when the range is upside down.
 */
export function ageGroups(ageMin: number, ageMax: number | null): (AgeGroup & { column: number })[] | null {
  const last = ageMax ?? oldest
  if (last < ageMin) return null
  return Array.from({ length: count }, (_, column) => {
    const from = column * width
    const isOpen = from === lastFrom
    const to = isOpen ? oldest : from + width - 1
    const years = Math.max(0, Math.min(last, to) - Math.max(ageMin, from) + 1)
    return { column, from, to: isOpen ? null : to, weight: years / (to - from + 1) }
  }).filter(({ weight }) => weight > 0)
}
