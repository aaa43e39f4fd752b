import type { Stage } from '../../series/stage.ts'
import { allDocuments } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { sayDay } from '../say.ts'
import { statusOf, support } from '../support.ts'

/** What grew or fell as a share may have stayed constant while other things were collected. */
const wordsOfShares: Partial<Record<Stage, string>> = {
  emerging: 'its share of what was collected was growing from next to nothing',
  rising: 'its share of what was collected was growing',
  declining: 'its share of what was collected was falling',
}

const words: Record<Stage, string> = {
  emerging: 'it was growing from next to nothing',
  rising: 'it was growing',
  peaking: 'it was about as high as it had ever been here',
  steady: 'it was steady',
  declining: 'it was falling',
  dormant: 'hardly anything in the library was about it',
}

/** The stage of the signal as of a day. Null when it is unknown, or has too little support. */
export function stageStatement({
  stage,
  asOf,
  stories,
  basis = 'count',
}: {
  stage: Stage | null
  /** The last day considered. */
  asOf: string
  /** Stories of the two windows considered. */
  stories: number
  /** What was compared. */
  basis?: 'share' | 'count'
}): StatementDraft | null {
  if (stage === null || (stage !== 'dormant' && stories < support.stage.told)) return null
  const status = statusOf(stories, support.stage)
  const day = sayDay(asOf)
  return {
    text: `As of ${day}, ${(basis === 'share' ? wordsOfShares[stage] : undefined) ?? words[stage]}.`,
    claims: [
      {
        kind: 'change',
        status,
        reason:
          status === 'weak'
            ? 'Few stories decide it.'
            : 'Decided by a documented rule over the counted windows; the rule is a convention of ours.',
        numbers: [],
        names: [day],
        quote: null,
        evidence: allDocuments,
        documentIds: [],
        formula: 'stage',
      },
    ],
  }
}
