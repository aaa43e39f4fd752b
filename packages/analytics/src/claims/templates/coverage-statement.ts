import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { sayDay, sayList } from '../say.ts'

/** Documents of one kind from one source that end before the report does. */
export interface EndedGroup {
  /** As it stands in a sentence: `forum posts`. */
  name: string
  source: string
  kind: string
  /** Its last covered day. */
  endsOn: string
}

/** What is not covered: where groups that hold much of the topic end. Null when none does. */
export function coverageStatement(groups: readonly EndedGroup[]): StatementDraft | null {
  if (groups.length === 0) return null
  const told = groups.map(({ name, endsOn }) => `${name} after ${sayDay(endsOn)}`)
  return {
    text: `Not covered: ${sayList(told)}.`,
    part: 'story',
    claims: groups.map(({ name, source, kind, endsOn }) => ({
      kind: 'count',
      status: 'supported',
      reason: 'The library holds nothing of them after that day, or only the last stragglers of an archive.',
      numbers: [],
      names: [name, sayDay(endsOn)],
      quote: null,
      evidence: evidence({ source, kind }),
      documentIds: [],
      formula: 'coverage',
    })),
  }
}
