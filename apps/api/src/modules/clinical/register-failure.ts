import type { Answer } from '@auspex/sources'
import type { Outages } from '../library/index.ts'
import { outageFailure, queryRefused, sourceFailed } from './clinical.errors.ts'
import { Refusal } from './query-once.ts'

/** Runs a query and attributes a refusal to the given part of the request. */
export async function withQueryPointer<T>(
  location: { in: 'path' | 'query'; pointer: string },
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof Refusal) throw queryRefused(error.source, location.in, location.pointer)
    throw error
  }
}

/** Throws immediately when the register is known to be down, so that no caller waits for a time-out (docs/decisions/sources.md). */
export function ensureReachable(name: string, outages: Outages): void {
  if (outages.since('clinical_trials') !== null) throw sourceFailed(name, outageFailure(name))
}

/** Returns the answer or throws its failure as the matching error; records the outcome. */
export function settle<T>(answer: Answer<T>, { name, outages }: { name: string; outages: Outages }): { ok: true } & T {
  outages.record('clinical_trials', answer.ok ? 'answered' : (answer.outage ?? 'answered'))
  if (answer.ok) return answer
  if (answer.notFound === true || answer.status === 'bad_query') throw new Refusal(name, answer)
  throw sourceFailed(name, answer)
}
