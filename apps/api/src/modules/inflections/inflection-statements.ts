import {
  claimNumber,
  evidence,
  type NewClaim,
  sayDay,
  type ReportedStory,
  type StatementDraft,
  statusOf,
  storyStatements,
  support,
  tellRatio,
} from '@auspex/analytics'
import type { InflectionMarker, InflectionsSection, ToneShift } from '@auspex/sdk/types'
import type { PointFacts, PointWindow } from '../documents/index.ts'

export interface PointFindings {
  point: InflectionMarker
  basis: InflectionsSection['basis']
  window: PointWindow
  facts: Pick<PointFacts, 'storyCount'>
  tone: ToneShift
  stories: readonly ReportedStory[]
}

const storiesTold = 2

/** What can be said of a point, as sentences that stand on its numbers. */
export function inflectionStatements(findings: PointFindings): StatementDraft[] {
  const copied = findings.stories.filter(({ documents }) => documents > 1)
  return [levelStatement(findings), ...toneStatement(findings), ...storyStatements(copied).slice(0, storiesTold)]
}

function levelStatement({ point, basis, window, facts }: PointFindings): StatementDraft {
  const stories = facts.storyCount
  const days = [sayDay(window.from), sayDay(window.to)]
  const counted = claimNumber({ value: stories, unit: 'stories', n: stories })
  // how many times none is nobody can say
  const change = point.before === 0 ? null : tellRatio(point.change, support.level.told)
  const level =
    change === null
      ? null
      : claimNumber({ value: change.value, low: change.low, high: change.high, n: change.n, unit: 'ratio' })
  const when = window.from === window.to ? `On ${days[0]}` : `From ${days[0]} to ${days[1]}`
  const what = point.kind === 'spike' ? 'the level of the days around' : 'the level before'
  const share = basis === 'share' ? 'as a share of all that was collected, ' : ''
  const rate =
    point.before === 0
      ? ', where there were none before'
      : level === null
        ? `, too few to say how many times ${what}`
        : `: ${share}${level.text} ${what}`
  const after = point.kind === 'shift' ? ', and it stayed so until the next change' : ''
  const status = statusOf(stories, support.level)
  return {
    text: `${when} there ${stories === 1 ? 'was' : 'were'} ${counted.text}${rate}${after}.`,
    claims: [
      {
        kind: 'change',
        status,
        reason:
          status === 'weak'
            ? 'Few stories were told in these days.'
            : 'The days were counted, and chance explains such a change in one of many series at most.',
        numbers: [counted, ...(level === null ? [] : [level])],
        names: days,
        quote: null,
        evidence: evidence({ from: window.from, to: window.to }),
        documentIds: [],
        formula: 'inflection-points',
      },
    ],
  }
}

function toneStatement({ tone, window }: PointFindings): StatementDraft[] {
  if (tone === null || Math.min(tone.n, tone.nBefore) < support.toneDifference.told) return []
  const moved = claimNumber({
    value: tone.value,
    low: tone.low,
    high: tone.high,
    n: tone.n + tone.nBefore,
    unit: 'score',
  })
  const isCertain = tone.low > 0 || tone.high < 0
  const verdict = isCertain
    ? tone.value > 0
      ? ', to the positive side'
      : ', to the negative side'
    : ', so there is no certain change'
  const claim: NewClaim = {
    kind: 'comparison',
    status: statusOf(Math.min(tone.n, tone.nBefore), support.toneDifference),
    reason: 'Mean tone of these days against that of the days before; single documents may be judged wrongly.',
    numbers: [moved],
    names: [],
    quote: null,
    evidence: evidence({ from: window.from, to: window.to }),
    documentIds: [],
    formula: 'inflection-points',
  }
  return [{ text: `The average tone moved by ${moved.text} from the time before${verdict}.`, claims: [claim] }]
}
