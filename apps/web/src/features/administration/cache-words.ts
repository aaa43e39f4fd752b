import type { CacheStatus } from '@auspex/sdk'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant } from '../../lib/time/format.ts'

/** The message about the start of an update. */
export const describeStart = ({ state, total }: CacheStatus, name: string): string =>
  total === 0
    ? `Every report of ${name} is fresh. Nothing had to be searched.`
    : state === 'running'
      ? `${formatPlural(total, 'signal')} of ${name} ${total === 1 ? 'is' : 'are'} being searched again.`
      : `The reports of ${name} were updated.`

/** Describes the last update, in a sentence. */
export const describeLastUpdate = (status: CacheStatus): string => {
  const { state, total, updated, failed, startedAt, finishedAt } = status
  const counts = `${formatCount(updated)} of ${formatPlural(total, 'signal')} updated${failed > 0 ? `, ${formatCount(failed)} could not be read` : ''}`
  const end = `Ended ${finishedAt === null ? 'just now' : formatInstant(finishedAt)}.`
  if (state === 'idle') return 'No update has been run yet.'
  if (state === 'running')
    return `${counts} so far. Started ${startedAt === null ? 'just now' : formatInstant(startedAt)}.`
  return state === 'completed'
    ? `${counts}. ${end}`
    : `No signal could be updated. ${end} The jobs page has the reasons.`
}
