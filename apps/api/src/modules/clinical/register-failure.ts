import type { Answer } from '@auspex/sources'
import type { Outages } from '../sources/index.ts'
import { knownToBeOut, queryRefused, sourceFailed } from './clinical.errors.ts'
import { Refusal } from './ask-once.ts'

/** Runs a question whose refusal is about the words in this place of the request. */
export async function namingWords<T>(
  place: { in: 'path' | 'query'; pointer: string },
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof Refusal) throw queryRefused(error.source, place.in, place.pointer)
    throw error
  }
}

/** Throws immediately when the register is known to be down, so that no caller waits for a time-out (decision 0127). */
export function ensureReachable(name: string, outages: Pick<Outages, 'since'>): void {
  if (outages.since('clinical_trials') !== null) throw sourceFailed(name, knownToBeOut(name))
}

/** The answer, or the failure thrown as what it is; how it ended is noted. */
export function settle<T>(
  answer: Answer<T>,
  { name, outages }: { name: string; outages: Pick<Outages, 'record'> },
): { ok: true } & T {
  outages.record('clinical_trials', answer.ok ? 'answered' : (answer.outage ?? 'answered'))
  if (answer.ok) return answer
  if (answer.notFound === true || answer.status === 'bad_query') throw new Refusal(name, answer)
  throw sourceFailed(name, answer)
}
