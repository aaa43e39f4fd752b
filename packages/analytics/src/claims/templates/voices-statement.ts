import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { sayList } from '../say.ts'
import { statusOf, support } from '../support.ts'

export interface HeardOutlet {
  name: string
  group: 'news' | 'forum' | 'other'
  /** Distinct stories; null for a sample, which cannot show them. */
  stories: number | null
  documents: number
  /** Position of the number of stories in the report. */
  pointer: string
}

const maxVoices = 3
const nouns = { news: 'news outlet', forum: 'forum' } as const

/**
 * The news outlets and forums that the report ranks first, each with its number of stories. Null when none of them has enough stories, or only a
 * sample was read.
 */
export function voicesStatement(outlets: readonly HeardOutlet[]): StatementDraft | null {
  const groups = (['news', 'forum'] as const)
    .map((group) => ({ group, told: toldOf(outlets.filter((outlet) => outlet.group === group)) }))
    .filter(({ told }) => told.length > 0)
  if (groups.length === 0) return null
  const parts = groups.map(({ group, told }) => {
    const list = sayList(told.map(({ number }) => number.text))
    return told.length === 1
      ? `the ${nouns[group]} heard most is ${list}`
      : `the ${nouns[group]}s heard most are ${list}`
  })
  const text = parts.join('; ')
  return {
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    claims: groups
      .flatMap(({ told }) => told)
      .map(({ name, stories, number }) => ({
        kind: 'count',
        status: statusOf(stories, support.voices),
        reason: 'Every matching document of the outlet was counted, copies of a text once.',
        numbers: [number],
        names: [name],
        quote: null,
        evidence: evidence({ outlet: name }),
        documentIds: [],
        formula: 'story-clusters',
      })),
  }
}

function toldOf(outlets: readonly HeardOutlet[]) {
  return outlets
    .flatMap(({ name, stories, documents, pointer }) =>
      stories === null || stories < support.voices.told
        ? []
        : {
            name,
            stories,
            number: claimNumber({ pointer, subject: name, value: stories, unit: 'stories', n: documents }),
          },
    )
    .slice(0, maxVoices)
    .toSorted((a, b) => b.stories - a.stories)
}
