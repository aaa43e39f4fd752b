import type { Voice, VoicesSection } from '@auspex/sdk/types'
import type { NamedFacts } from '../../documents/index.ts'
import { meanTone } from './tone-section.ts'

export interface VoicesInput {
  authors: readonly NamedFacts[]
  outlets: readonly NamedFacts[]
}

/** Who speaks: by reach, and by number of documents where reach is equal or unknown. */
export function buildVoices({ authors, outlets }: VoicesInput): VoicesSection {
  const section: VoicesSection = {
    section: 'voices',
    authors: rank(authors, 'author'),
    outlets: rank(outlets, 'outlet'),
    note: null,
  }
  return { ...section, note: noteOn(section) }
}

function rank(facts: readonly NamedFacts[], kind: Voice['kind']): Voice[] {
  return facts
    .map((voice): Voice => {
      const { name, sourceKey, documents, firstDay, lastDay } = voice
      return {
        name,
        kind,
        source: sourceKey,
        documents,
        reach: reachOf(voice),
        toneMean: meanTone(voice.tone),
        firstDay,
        lastDay,
      }
    })
    .toSorted((a, b) => (b.reach ?? -1) - (a.reach ?? -1) || b.documents - a.documents || (a.name < b.name ? -1 : 1))
}

/** Sum of points and comments; null when no document tells either. A sum below zero is no reach. */
function reachOf({ score, comments }: NamedFacts): number | null {
  return score === null && comments === null ? null : Math.max(0, (score ?? 0) + (comments ?? 0))
}

function noteOn({ authors, outlets }: VoicesSection): string | null {
  if (outlets.length === 0) return null
  const parts = [
    authors.length === 0 ? 'No source of these documents names authors.' : null,
    [...authors, ...outlets].every(({ reach }) => reach === null)
      ? 'No source of these documents tells points or comments, so voices are ranked by documents.'
      : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}
