import { commentsPerDocument, voiceFactors } from '@auspex/analytics'
import type { Voice, VoicesSection } from '@auspex/sdk/types'
import type { NamedFacts } from '../../documents/index.ts'
import { meanTone } from './tone-section.ts'

export interface VoicesInput {
  authors: readonly NamedFacts[]
  outlets: readonly NamedFacts[]
  /** Of the report: nobody has spoken on a day to come, whatever is dated there. */
  lastDay: string
}

/** Who speaks, in the order of the facts: by stories and who followed. */
export function buildVoices({ authors, outlets, lastDay }: VoicesInput): VoicesSection {
  const section: VoicesSection = {
    section: 'voices',
    authors: toVoices(authors, 'author', lastDay),
    outlets: toVoices(outlets, 'outlet', lastDay),
    note: null,
  }
  return { ...section, note: noteOn(section) }
}

function toVoices(facts: readonly NamedFacts[], kind: Voice['kind'], reportEnd: string): Voice[] {
  const factors = voiceFactors(facts.map((voice) => ({ ...voice, reach: reachOf(voice) })))
  return facts.map((voice, at): Voice => {
    const { name, group, sourceKey, stories, followers, documents, firstDay, lastDay, sharedStories, earliness } = voice
    const { influence = null, reach = null, amplification = null, firstMover = null } = factors[at] ?? {}
    return {
      name,
      kind,
      group,
      source: sourceKey,
      stories,
      followers,
      documents,
      reach: reachOf(voice),
      factors: {
        influence: toFourDecimals(influence),
        reach: toFourDecimals(reach),
        amplification: toFourDecimals(amplification),
        firstMover: toFourDecimals(firstMover),
        commentsPerDocument: toFourDecimals(commentsPerDocument(voice)),
        sharedStories,
        earliness: toFourDecimals(earliness),
      },
      toneMean: meanTone(voice.tone),
      firstDay: firstDay < reportEnd ? firstDay : reportEnd,
      lastDay: lastDay < reportEnd ? lastDay : reportEnd,
    }
  })
}

/** More digits would be a tenth of the section, and tell nobody anything. */
function toFourDecimals(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000
}

/** Sum of points and comments; null when no document tells either. A sum below zero is no reach. */
function reachOf({ score, comments }: NamedFacts): number | null {
  return score === null && comments === null ? null : Math.max(0, (score ?? 0) + (comments ?? 0))
}

function noteOn({ authors, outlets }: VoicesSection): string | null {
  if (outlets.length === 0) return null
  const voices = [...authors, ...outlets]
  const parts = [
    authors.length === 0 ? 'No source of these documents names authors.' : null,
    voices.every(({ reach }) => reach === null) ? 'No source of these documents tells points or comments.' : null,
    voices.every(({ factors }) => factors.sharedStories === null)
      ? 'Only a sample was read, which cannot tell who was first.'
      : voices.every(({ factors }) => factors.firstMover === null)
        ? 'No story here was told by two voices, so nobody can be called first.'
        : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
