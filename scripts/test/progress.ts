import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from './outcome.ts'
import type { Phase, Step } from './step.ts'

/** Seconds that each step takes on two idle cores, from a full run; times measured on this machine replace them. */
const typical = new URL('durations.json', import.meta.url)
const durationsFile = 'test-results/durations.json'
const unknownSeconds = 10

function readSeconds(file: string | URL): Record<string, number> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}
}

function inWords(seconds: number): string {
  return seconds < 60 ? 'less than a minute left' : `about ${Math.round(seconds / 60)} min left`
}

/**
 * Prints which step starts, how each one ended, and the time left: the known seconds of the remaining steps, multiplied by how much slower or
 * faster than expected this run has been so far.
 */
export function createProgress(phases: readonly Phase[]) {
  const seconds = { ...readSeconds(typical), ...readSeconds(durationsFile) }
  const costOf = (title: string, atOnce: number): number => (seconds[title] ?? unknownSeconds) / atOnce
  const costs = new Map(
    phases.flatMap(({ atOnce, steps }) => steps.map(({ title }) => [title, costOf(title, atOnce)] as const)),
  )
  const remainingCosts = new Map(costs)
  const startedAt = performance.now()
  const beginnings = new Map<string, number>()
  const measuredNow: Record<string, number> = {}

  const secondsLeft = (): number => {
    const knownTotal = [...costs.values()].reduce((sum, cost) => sum + cost, 0)
    const remainingTotal = [...remainingCosts.values()].reduce((sum, cost) => sum + cost, 0)
    const pace =
      knownTotal - remainingTotal < 20 ? 1 : (performance.now() - startedAt) / 1000 / (knownTotal - remainingTotal)
    return remainingTotal * pace
  }

  return {
    begin({ title }: Step): void {
      beginnings.set(title, performance.now())
      console.log(`\n── ${title}: ${beginnings.size} of ${costs.size}, ${inWords(secondsLeft())}`)
    },
    end({ title }: Step, { failures }: Outcome): void {
      const took = (performance.now() - (beginnings.get(title) ?? 0)) / 1000
      measuredNow[title] = Math.round(took * 10) / 10
      remainingCosts.delete(title)
      console.log(`── ${title}: ${failures.length === 0 ? 'ok' : `${failures.length} failed`} (${took.toFixed(1)} s)`)
    },
    /** Saves this machine's timings for the next run. */
    save(): void {
      mkdirSync('test-results', { recursive: true })
      writeFileSync(durationsFile, `${JSON.stringify({ ...readSeconds(durationsFile), ...measuredNow }, null, 2)}\n`)
    },
  }
}
