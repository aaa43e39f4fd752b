import type { QueryEcho, SourceRun } from '@auspex/sdk/types'
import { fieldNames } from './query-fields.ts'

/** Documents that a report needs; with fewer the topic is too sparse (specification: "data-too-sparse"). */
export const minReportDocuments = 10

interface SparseTopic {
  readonly echo: QueryEcho
  readonly runs: readonly SourceRun[]
  /** Whether the library has demo documents that are no longer searched. */
  readonly demoEnded: boolean
  /** Whether only demo documents are searched. */
  readonly isDemo: boolean
}

/** Suggests what would bring more documents for a sparse topic, most likely first. At most ten sentences. */
export function suggestMore({ echo, runs, demoEnded, isDemo }: SparseTopic): string[] {
  const suggestions: string[] = []
  if (demoEnded)
    suggestions.push(
      'The demo has ended: demo documents are no longer searched, because real ones are available. Search a topic of your own documents or sources.',
    )
  const narrowing = narrowings(echo)
  if (narrowing.length > 0) suggestions.push(`Search without ${joinWords(narrowing)}.`)
  if (echo.isCompound) suggestions.push(`Search for either of “${echo.x_term}” and “${echo.y_term}” instead of both.`)
  const queryText = [echo.query_term, echo.x_term, echo.y_term].filter((term) => term !== null).join(' ')
  if (/\bnear\/\d/iu.test(queryText)) suggestions.push('Allow more words between those that must be near each other.')
  if (new RegExp(`\\b(?:${fieldNames.join('|')})[:<>=]\\S`, 'iu').test(queryText))
    suggestions.push('Remove conditions such as tone: or outlet:.')
  if (/"|\bAND\b|\s-\w/u.test(echo.query_term ?? '')) suggestions.push('Use fewer quotes, AND and exclusions.')
  // with a country or days, the words are not what leaves too few
  else if (narrowing.length === 0 && echo.query_term !== null && /^"[^"]+"$/.test(echo.canonical))
    suggestions.push(`The words “${echo.query_term}” are searched side by side; join them with AND to find them apart.`)

  const waiting = runs.filter(({ status }) => status === 'rate_limited').map(({ label }) => label)
  if (waiting.length > 0) suggestions.push(`Search again in a minute: ${joinWords(waiting)} asked to wait.`)
  const unreachable = runs
    .filter(({ status }) => status === 'upstream_down' || status === 'blocked' || status === 'auth')
    .map(({ label }) => label)
  if (unreachable.length > 0) suggestions.push(`Check the connection: ${joinWords(unreachable)} did not answer.`)
  suggestions.push(
    isDemo
      ? 'This server searches demo documents only: whoever runs it can start it with AUSPEX_SOURCES=live.'
      : 'Import documents of your own about the topic, or add feeds that write about it.',
  )
  if (suggestions.length === (demoEnded ? 2 : 1))
    suggestions.splice(-1, 0, 'Check the spelling, or search for a wider term.')
  return suggestions.slice(0, 10).map((sentence) => sentence.slice(0, 300))
}

function narrowings(echo: QueryEcho): string[] {
  return [
    echo.geo === null ? null : `the country ${echo.geo}`,
    echo.entity === null ? null : `the entity ${echo.entity.slice(0, 80)}`,
    echo.startDate === null && echo.endDate === null ? null : 'dates',
    echo.sources.length === 0 ? null : 'a choice of sources',
  ].filter((part) => part !== null)
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
