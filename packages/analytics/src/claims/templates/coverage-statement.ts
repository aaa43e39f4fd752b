import { daysBetween } from '../../series/daily-series.ts'
import { type ClaimNumber, evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayDay, sayDays, sayList } from '../say.ts'

/** Documents of one kind from one source that end before the report does, or pause within it. */
export interface UncoveredGroup {
  /** As it appears in a sentence: `forum posts`. */
  name: string
  source: string
  kind: string
  /** Its last covered day; null while it continues. */
  endsOn: string | null
  /** The days between its covered ones, oldest first. */
  gaps: readonly { firstDay: string; lastDay: string }[]
}

/** Shorter pauses are holidays and maintenance. */
const minGapDays = 7

/** What is not covered: groups with a large part of the topic that end or pause. Null when there are none. */
export function coverageStatement(groups: readonly UncoveredGroup[]): StatementDraft | null {
  const uncoveredSentences = groups.flatMap(({ gaps, ...group }) => {
    const long = gaps.filter(({ firstDay, lastDay }) => daysOf({ firstDay, lastDay }) >= minGapDays)
    return group.endsOn === null && long.length === 0 ? [] : [sayGroup({ ...group, gaps: long })]
  })
  if (uncoveredSentences.length === 0) return null
  const parts = uncoveredSentences.map(({ text }) => text)
  const listed = parts.some((part) => part.includes(' and ')) ? parts.join('; ') : sayList(parts)
  return { text: `Not covered: ${listed}.`, part: 'story', claims: uncoveredSentences.map(({ claim }) => claim) }
}

function sayGroup({ name, source, kind, endsOn, gaps }: UncoveredGroup): {
  text: string
  claim: StatementDraft['claims'][number]
} {
  const [first, last] = [gaps[0], gaps.at(-1)]
  const numbers: ClaimNumber[] = []
  const days: string[] = []
  const parts: string[] = []
  if (first !== undefined && last !== undefined) {
    if (gaps.length === 1) {
      days.push(sayDays(first.firstDay, last.lastDay))
      parts.push(`from ${days[0]}`)
    } else {
      days.push(sayDay(first.firstDay), sayDay(last.lastDay))
      const missed = claimNumber({
        pointer: null,
        value: gaps.reduce((sum, gap) => sum + daysOf(gap), 0),
        unit: 'days',
      })
      numbers.push(missed)
      parts.push(`on ${missed.text} between ${days[0]} and ${days[1]}`)
    }
  }
  if (endsOn !== null) {
    days.push(sayDay(endsOn))
    parts.push(`after ${sayDay(endsOn)}`)
  }
  return {
    text: `${name} ${parts.join(', and ')}`,
    claim: {
      kind: 'count',
      status: 'supported',
      reason:
        endsOn === null
          ? 'The library holds nothing of them on those days, or only outlets that carry little of the topic.'
          : 'The library holds nothing of them after that day, or only stragglers and outlets that carry little of the topic.',
      numbers,
      names: [name, ...days],
      quote: null,
      evidence: evidence({ source, kind }),
      documentIds: [],
      formula: 'coverage',
    },
  }
}

function daysOf({ firstDay, lastDay }: { firstDay: string; lastDay: string }): number {
  return daysBetween(firstDay, lastDay) + 1
}
