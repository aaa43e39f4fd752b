import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from './outcome.ts'
import type { Phase, Step } from './step.ts'

/** Seconds of each step on two quiet cores, from a whole run; what this machine needed last time is better and replaces them. */
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
 * Says which step of how many begins, how each one ended, and how long the rest will take: the known seconds of what is left,
 * times how much slower or faster than known this run has been so far.
 */
export function createProgress(phases: readonly Phase[]) {
  const seconds = { ...readSeconds(typical), ...readSeconds(durationsFile) }
  const costOf = (title: string, atOnce: number): number => (seconds[title] ?? unknownSeconds) / atOnce
  const costs = new Map(
    phases.flatMap(({ atOnce, steps }) => steps.map(({ title }) => [title, costOf(title, atOnce)] as const)),
  )
  const left = new Map(costs)
  const began = performance.now()
  const beginnings = new Map<string, number>()
  const measuredNow: Record<string, number> = {}

  const secondsLeft = (): number => {
    const known = [...costs.values()].reduce((sum, cost) => sum + cost, 0)
    const rest = [...left.values()].reduce((sum, cost) => sum + cost, 0)
    const pace = known - rest < 20 ? 1 : (performance.now() - began) / 1000 / (known - rest)
    return rest * pace
  }

  return {
    begin({ title }: Step): void {
      beginnings.set(title, performance.now())
      console.log(`\n── ${title}: ${beginnings.size} of ${costs.size}, ${inWords(secondsLeft())}`)
    },
    end({ title }: Step, { failures }: Outcome): void {
      const took = (performance.now() - (beginnings.get(title) ?? 0)) / 1000
      measuredNow[title] = Math.round(took * 10) / 10
      left.delete(title)
      console.log(`── ${title}: ${failures.length === 0 ? 'ok' : `${failures.length} failed`} (${took.toFixed(1)} s)`)
    },
    /** Keeps what this machine needed for the next run. */
    save(): void {
      mkdirSync('test-results', { recursive: true })
      writeFileSync(durationsFile, `${JSON.stringify({ ...readSeconds(durationsFile), ...measuredNow }, null, 2)}\n`)
    },
  }
}
