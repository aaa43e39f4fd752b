import type { Readiness, ReadyPart } from '@auspex/sdk/types'
import { CodedError } from '../../kernel/errors.ts'

/** A part that requests need. */
export interface NeededPart {
  name: ReadyPart['name']
  /** As a sentence begins with it. */
  label: string
  ask: () => Promise<unknown>
}

/** Longer than the embedded engine may be held by one statement, shorter than balancers wait. */
const answerWithinMs = 5_000

/** Asks every part; throws `health.not_ready` naming those that failed or did not answer in time, and as soon as the process stops. */
export function createReadiness(
  parts: readonly NeededPart[],
  { withinMs = answerWithinMs, isStopping = () => false }: { withinMs?: number; isStopping?: () => boolean } = {},
): () => Promise<Readiness> {
  const probes = parts.map((part) => ({ part, probe: createProbe(part, withinMs) }))
  return async () => {
    if (isStopping()) throw notReady('The server is stopping')
    const answers = await Promise.all(probes.map(async ({ part, probe }) => ({ part, milliseconds: await probe() })))
    const missing = answers.filter(({ milliseconds }) => milliseconds === null).map(({ part }) => part)
    if (missing.length > 0) throw notReady(missing.map(({ label }) => `${label} does not answer`).join('. '))
    return {
      status: 'ready',
      parts: answers.map(({ part, milliseconds }) => ({ name: part.name, milliseconds: milliseconds ?? 0 })),
    }
  }
}

/**
 * Resolves with the milliseconds that the part took, null when it failed or was too slow. One question is open at a time:
 * monitors go on asking through an outage, and the part should not find all of that waiting when it is back.
 */
function createProbe({ ask }: NeededPart, withinMs: number): () => Promise<number | null> {
  let open: Promise<number | null> | null = null
  const begin = async (): Promise<number | null> => {
    const began = performance.now()
    try {
      await ask()
      return Math.round(performance.now() - began)
    } catch {
      return null
    } finally {
      open = null
    }
  }
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const tooSlow = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, withinMs, null)
    })
    try {
      return await Promise.race([(open ??= begin()), tooSlow])
    } finally {
      clearTimeout(timer)
    }
  }
}

function notReady(title: string): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'health.not_ready',
    title,
    detail: 'Send requests to another process until this one is ready.',
    retryAfterSeconds: 5,
  })
}
