import { queryFields } from '@auspex/analytics'
import type { QueryEcho, SourceRun } from '@auspex/sdk/types'

/** Says what would bring more documents, most likely first, for a topic of which too little was found. At most ten sentences. */
export function suggestMore({ echo, runs }: { echo: QueryEcho; runs: readonly SourceRun[] }): string[] {
  const suggestions: string[] = []
  const narrowing = narrowings(echo)
  if (narrowing.length > 0) suggestions.push(`Search without ${joinWords(narrowing)}.`)
  if (echo.isCompound) suggestions.push(`Search for either of “${echo.x_term}” and “${echo.y_term}” instead of both.`)
  const asked = [echo.query_term, echo.x_term, echo.y_term].filter((term) => term !== null).join(' ')
  if (/\bnear\/\d/iu.test(asked)) suggestions.push('Allow more words between those that must be near each other.')
  if (new RegExp(`\\b(?:${queryFields.join('|')}):\\S`, 'iu').test(asked))
    suggestions.push('Leave out conditions such as tone: or outlet:.')
  if (/"|\bAND\b|\s-\w/u.test(echo.query_term ?? '')) suggestions.push('Use fewer quotes, AND and exclusions.')
  else if (echo.query_term !== null && /^"[^"]+"$/.test(echo.canonical))
    suggestions.push(`The words “${echo.query_term}” are searched side by side; join them with AND to find them apart.`)

  const waiting = runs.filter(({ status }) => status === 'rate_limited').map(({ label }) => label)
  if (waiting.length > 0) suggestions.push(`Search again in a minute: ${joinWords(waiting)} asked to wait.`)
  const unreachable = runs
    .filter(({ status }) => status === 'upstream_down' || status === 'blocked' || status === 'auth')
    .map(({ label }) => label)
  if (unreachable.length > 0) suggestions.push(`Check the connection: ${joinWords(unreachable)} did not answer.`)
  suggestions.push('Import documents of your own about the topic, or add feeds that write about it.')
  if (suggestions.length === 1) suggestions.unshift('Check the spelling, or search for a wider term.')
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
