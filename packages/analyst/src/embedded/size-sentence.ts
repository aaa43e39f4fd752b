import { volumeStatement } from '@auspex/analytics/claims'
import type { DocumentCount } from '@auspex/sdk/types'
import type { Sentence } from '../answer/sentence.ts'
import type { Finding } from '../answer/statement-sentences.ts'

/** The volume of a topic, in the words of its report: the count is available long before the report. */
export function saySize(topic: string, { counts, firstDay, lastDay }: DocumentCount): string | null {
  const { documents, documentsLow, documentsHigh, sampleFraction, storyClusters, outlets, sampled, laterDocuments } =
    counts
  const statement = volumeStatement({
    topic: topic.replaceAll('"', '').trim(),
    firstDay,
    lastDay,
    documents,
    documentsLow,
    documentsHigh,
    documentsRead: Math.round(documents * sampleFraction),
    storyClusters,
    outlets,
    isSampled: sampled,
    laterDocuments: laterDocuments ?? 0,
  })
  return statement?.text ?? null
}

/** Whether a finding is that sentence, with the sources of its numbers. */
export function isSize({ part, claims }: Finding): boolean {
  return (
    part !== 'title' && claims.some(({ numbers }) => numbers.some(({ pointer }) => pointer === '/counts/documents'))
  )
}

/** The sources of a sentence's numbers, from the finding that states the same; null where it states another number. */
export function groundsOf(text: string, { text: found, grounds }: Finding): Sentence['grounds'] | null {
  let from = 0
  const placed: Sentence['grounds'][number][] = []
  for (const { start, end, ground } of grounds) {
    const words = found.slice(start, end).toLowerCase()
    const at = text.toLowerCase().indexOf(words, from)
    if (at === -1) return null
    from = at + words.length
    placed.push({ start: at, end: from, ground })
  }
  return placed.length === 0 ? null : placed
}
