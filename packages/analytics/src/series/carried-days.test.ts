import { describe, expect, test } from 'vitest'
import { type Carrier, carriedDays, carriedParts, type CarryingGroup, runsCarried, runsWhere } from './carried-days.ts'
import type { CoveredRun } from './covered-runs.ts'

const days = 100
const from = (begin: number, end: number): CoveredRun[] => [{ from: begin, to: end }]

/** A group whose documents of the topic are spread over its days. */
function group(documents: number, runs: CoveredRun[], carriers: readonly Carrier[] = []): CarryingGroup {
  const length = runs.reduce((sum, run) => sum + run.to - run.from, 0)
  const counts = new Float64Array(days)
  for (const run of runs) counts.fill(documents / length, run.from, run.to)
  const parts = carriedParts(carriers, days)
  return { documents, counts, runs: runsCarried(runs, parts), parts }
}

const coveredOf = (...groups: CarryingGroup[]) => {
  const covered = carriedDays(groups, days)
  return runsWhere(from(0, days), (day) => covered[day] === 1)
}

describe('a topic is covered', () => {
  test('where its one group is', () => {
    expect(coveredOf(group(40, from(10, 90)))).toEqual(from(10, 90))
  })

  test('not beyond the forum that carries it, though a small one goes on', () => {
    const outlets = [
      { documents: 95, runs: from(0, 60) },
      { documents: 5, runs: from(0, 100) },
    ]
    expect(coveredOf(group(100, from(0, 100), outlets))).toEqual(from(0, 60))
  })

  test('to the end where a quarter of it goes on', () => {
    const outlets = [
      { documents: 75, runs: from(0, 60) },
      { documents: 25, runs: from(0, 100) },
    ]
    expect(coveredOf(group(100, from(0, 100), outlets))).toEqual(from(0, 100))
  })

  test('by hundreds of papers that carry a little each, as long as a quarter of them is read', () => {
    const papers = Array.from({ length: 400 }, (_, n) => ({ documents: 1, runs: from(0, n < 350 ? 50 : 100) }))
    expect(coveredOf(group(400, from(0, 100), papers))).toEqual(from(0, 50))
  })

  test('not by another kind of source that hardly names it', () => {
    expect(coveredOf(group(95, from(0, 60)), group(5, from(20, 100)))).toEqual(from(0, 60))
  })

  test('by kinds of source that carry a quarter together', () => {
    const groups = [group(70, from(0, 60)), group(15, from(0, 100)), group(15, from(0, 100))]
    expect(coveredOf(...groups)).toEqual(from(0, 100))
  })

  test('by a later archive of a tenth of it, beside which nothing else was collected', () => {
    expect(coveredOf(group(88, from(0, 50)), group(12, from(70, 90)))).toEqual([...from(0, 50), ...from(70, 90)])
    expect(coveredOf(group(95, from(0, 50)), group(5, from(70, 90)))).toEqual(from(0, 50))
  })

  test('not by a tenth that was read beside the rest, and so is known to be small', () => {
    expect(coveredOf(group(88, from(0, 50)), group(12, from(0, 100)))).toEqual(from(0, 50))
  })

  test('not in a pause of the forum that carries it, though a small one was read', () => {
    const outlets = [
      { documents: 95, runs: [...from(0, 40), ...from(60, 100)] },
      { documents: 5, runs: from(0, 100) },
    ]
    expect(coveredOf(group(100, from(0, 100), outlets))).toEqual([...from(0, 40), ...from(60, 100)])
  })

  test('nowhere where it has no document', () => {
    expect(coveredOf(group(0, from(0, 100)))).toEqual([])
  })
})
