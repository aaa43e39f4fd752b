import { describe, expect, test } from 'vitest'
import {
  type CoveredRun,
  coveredRuns,
  type GroupSeries,
  joinCoveredGroups,
  inferReadRuns,
  toComparable,
} from './covered-series.ts'
import { momentum, stage } from './momentum.ts'
import {
  markCoveredDays,
  carriedShares,
  type Carrier,
  type CarryingGroup,
  coveredArchives,
  wellReadRuns,
  filterDays,
} from './covered-archives.ts'

describe('covered series', () => {
  const repeat = (value: number, days: number) => Array<number>(days).fill(value)

  function toGroup(counts: number[], totals: number[]): GroupSeries {
    return { counts, totals, runs: coveredRuns({ counts, totals }) }
  }

  function measure(groups: readonly GroupSeries[]) {
    const series = joinCoveredGroups(groups)
    if (series === null) throw new Error('The topic is covered')
    const input = { ...toComparable(series), windowDays: 28 }
    return { series, stage: stage(input), growth: momentum(input) }
  }

  test('treats the end of an archive as no fall: the topic is steady as of its last day', () => {
    const forum = toGroup([...repeat(4, 200), ...repeat(0, 100)], [...repeat(400, 200), ...repeat(0, 100)])
    const { series, stage: named } = measure([forum])
    expect(series.counts).toHaveLength(200)
    expect(named).toBe('steady')
  })

  test('excludes the last stragglers of an archive', () => {
    const forum = toGroup([...repeat(4, 200), ...repeat(0, 100)], [...repeat(400, 200), ...repeat(1, 100)])
    expect(measure([forum]).series.counts).toHaveLength(200)
  })

  test('is unaffected by a source that ends in the middle of a window', () => {
    const forum = toGroup([...repeat(40, 240), ...repeat(0, 16)], [...repeat(400, 240), ...repeat(0, 16)])
    const news = toGroup(repeat(5, 256), repeat(100, 256))
    const { growth } = measure([forum, news])
    expect(growth).toMatchObject({ ratio: expect.closeTo(1, 5) as number })
  })

  test('does not let a source with little of the topic decide where coverage ends', () => {
    const forum = toGroup([...repeat(4, 200), ...repeat(0, 300)], [...repeat(400, 200), ...repeat(0, 300)])
    const news = toGroup([...repeat(0, 490), 1, ...repeat(0, 9)], [...repeat(0, 250), ...repeat(100, 250)])
    const { series, stage: named } = measure([forum, news])
    expect([series.counts.length, named]).toEqual([200, 'steady'])
  })

  test('treats days without coverage as unknown, not as zero', () => {
    const totals = [...repeat(400, 100), ...repeat(0, 50), ...repeat(400, 100)]
    const { series } = measure([toGroup([...repeat(4, 100), ...repeat(0, 50), ...repeat(4, 100)], totals)])
    expect(series.counts.slice(99, 151)).toEqual([4, ...repeat(0, 50).map(() => null), 4])
  })

  test('counts a source with unknown totals', () => {
    const counts = [...repeat(2, 28), ...repeat(4, 28)]
    const fetched: GroupSeries = { counts, totals: null, runs: [{ from: 0, to: 56 }] }
    const { series, growth } = measure([fetched])
    expect(series.basis).toBe('count')
    expect(growth).toMatchObject({ ratio: expect.closeTo(2, 5) as number })
  })

  test('uses shares of the groups, or documents a day when totals are unknown', () => {
    const levels = (groups: readonly GroupSeries[]) => {
      const { series } = measure(groups)
      return series.counts.map((count, day) => (count ?? 0) / (series.exposure[day] ?? 1))
    }
    const forum = toGroup(repeat(4, 60), repeat(400, 60))
    expect(levels([forum])[0]).toBeCloseTo(0.01)
    const fetched: GroupSeries = { counts: repeat(12, 60), totals: null, runs: [{ from: 0, to: 60 }] }
    expect(levels([fetched])[0]).toBeCloseTo(12)
    expect(levels([fetched, { ...fetched, counts: repeat(4, 60), runs: [{ from: 0, to: 30 }] }])).toSatisfy(
      (found: number[]) => found.every((level) => Math.abs(level - 16) < 1e-9),
    )
  })

  test('has no series for a topic without a covered document', () => {
    expect(joinCoveredGroups([toGroup(repeat(0, 20), repeat(9, 20))])).toBeNull()
    expect(joinCoveredGroups([])).toBeNull()
  })
})

describe('outlet runs', () => {
  const repeat = (value: number, weeks: number) => Array<number>(weeks).fill(value)
  const days = 60 * 7
  const runsOf = (weeks: readonly number[], from = 0) => inferReadRuns({ weeks, from }, days)

  describe('an outlet among others of its group', () => {
    test('that ends while others continue is not covered after its end', () => {
      expect(runsOf(repeat(70, 20))).toEqual([{ from: 0, to: 140 }])
    })

    test('that begins later is not covered before', () => {
      expect(runsOf(repeat(70, 40), 140)).toEqual([{ from: 140, to: days }])
    })

    test('that ends in the middle of a week is covered until that day', () => {
      expect(runsOf([...repeat(70, 20), 30])).toEqual([{ from: 0, to: 143 }])
    })

    test('that pauses is not covered during the pause', () => {
      expect(runsOf([...repeat(70, 20), ...repeat(0, 10), ...repeat(70, 30)])).toEqual([
        { from: 0, to: 140 },
        { from: 210, to: days },
      ])
    })

    test('that publishes once a month is covered between its articles, and before the first and after the last', () => {
      const monthly = Array.from({ length: 40 }, (_, week) => (week % 4 === 0 ? 1 : 0))
      expect(runsOf(monthly, 35)).toEqual([{ from: 0, to: days }])
    })

    test('that thins out to stragglers ends where they begin', () => {
      expect(runsOf([...repeat(70, 30), ...repeat(2, 20)])).toEqual([{ from: 0, to: 210 }])
    })

    test('with documents in a single week is covered in it, and throughout when the week has few', () => {
      expect(runsOf([70])).toEqual([{ from: 0, to: 7 }])
      expect(runsOf([1], 70)).toEqual([{ from: 0, to: days }])
    })

    test('without a document in the period is not covered', () => {
      expect(runsOf([])).toEqual([])
      expect(runsOf(repeat(7, 10), -140)).toEqual([])
    })
  })
})

describe('covered archives', () => {
  const repeat = (value: number, days: number) => Array<number>(days).fill(value)
  const year = 365

  /** First and last day of each archive's covered days. */
  function spansOf(days: readonly number[]): [number, number][] {
    return coveredArchives(days).map(({ runs }) => [runs[0]?.from ?? -1, (runs.at(-1)?.to ?? 0) - 1])
  }

  test('include a small archive years after a large one, without the stragglers between them', () => {
    const days = [...repeat(700, 2 * year), ...repeat(4, 2 * year), ...repeat(50, year), ...repeat(1, 90)]
    expect(spansOf(days)).toEqual([
      [0, 2 * year - 1],
      [4 * year, 5 * year - 1],
    ])
  })

  test('assign each day to one archive, and stragglers to the one before them', () => {
    const days = [...repeat(700, year), ...repeat(4, year), ...repeat(50, year)]
    expect(coveredArchives(days).map(({ from, to }) => [from, to])).toEqual([
      [0, 2 * year],
      [2 * year, 3 * year],
    ])
  })

  test('end at years of silence between different rates, and pause between equal ones', () => {
    expect(spansOf([...repeat(40, year), ...repeat(0, year), ...repeat(10, year)])).toHaveLength(2)
    const pause = coveredArchives([...repeat(40, year), ...repeat(0, year), ...repeat(35, year)])
    expect(pause.map(({ runs }) => runs)).toEqual([
      [
        { from: 0, to: year },
        { from: 2 * year, to: 3 * year },
      ],
    ])
  })

  test('are two when two years of silence part two archives of equal pace', () => {
    expect(spansOf([...repeat(40, year), ...repeat(0, 2 * year), ...repeat(40, year)])).toEqual([
      [0, year - 1],
      [3 * year, 4 * year - 1],
    ])
    expect(spansOf([...repeat(40, year), ...repeat(0, 2 * year), 40, 40, 40])).toHaveLength(1)
  })

  test('include a thin archive right after a larger one, but not stragglers that die away', () => {
    const thin = Array.from({ length: year }, (_, day) => 40 + (day % 7) * 3)
    expect(spansOf([...repeat(700, 2 * year), ...thin])).toEqual([
      [0, 2 * year - 1],
      [2 * year, 3 * year - 1],
    ])
    const dying = Array.from({ length: year }, (_, day) => Math.round(60 * 0.985 ** day))
    expect(spansOf([...repeat(700, 2 * year), ...dying])).toEqual([[0, 2 * year - 1]])
    expect(spansOf([...repeat(700, 2 * year), ...repeat(4, year)])).toEqual([[0, 2 * year - 1]])
    expect(spansOf([...repeat(700, 2 * year), ...repeat(40, 60)])).toEqual([[0, 2 * year - 1]])
  })

  test('stay one for daily collection with holidays, busy weeks, growth and a late straggler', () => {
    const growing = Array.from({ length: 3 * year }, (_, day) => Math.round(2 * 1.004 ** day))
    const collected = [...growing, ...repeat(0, 60), ...repeat(40, 100), ...repeat(900, 7), ...repeat(40, 300)]
    expect(spansOf(collected)).toEqual([[0, collected.length - 1]])
    expect(spansOf([...repeat(40, year), ...repeat(0, 5 * year), 1])).toEqual([[0, year - 1]])
  })

  test('do not start on a busy day among stragglers', () => {
    expect(spansOf([...repeat(700, year), ...repeat(2, year), 900, ...repeat(2, year)])).toHaveLength(1)
  })

  test('stay one for a source that publishes one week twice a year', () => {
    const days = Array.from({ length: 4 * year }, (_, day) => (day % 180 < 7 ? 5 : 0))
    expect(spansOf(days)).toHaveLength(1)
  })

  test('are separated when several follow each other', () => {
    const days = [...repeat(20, 200), ...repeat(0, 200), ...repeat(200, 200), ...repeat(1, 200), ...repeat(30, 200)]
    expect(spansOf(days)).toEqual([
      [0, 199],
      [400, 599],
      [800, 999],
    ])
  })

  test('do not start with a first document far from the others', () => {
    expect(spansOf([1, ...repeat(0, 100), ...repeat(5, year)])).toHaveLength(1)
  })

  test('are empty without documents', () => {
    expect(coveredArchives([])).toEqual([])
    expect(coveredArchives(repeat(0, 30))).toEqual([])
  })
})

describe('carried days', () => {
  const days = 100
  const from = (begin: number, end: number): CoveredRun[] => [{ from: begin, to: end }]

  /** A group whose documents of the topic are spread over its days. */
  function group(documents: number, runs: CoveredRun[], carriers: readonly Carrier[] = []): CarryingGroup {
    const length = runs.reduce((sum, run) => sum + run.to - run.from, 0)
    const counts = new Float64Array(days)
    for (const run of runs) counts.fill(documents / length, run.from, run.to)
    const parts = carriedShares(carriers, days)
    return { documents, counts, runs: wellReadRuns(runs, parts), parts }
  }

  const coveredOf = (...groups: CarryingGroup[]) => {
    const covered = markCoveredDays(groups, days)
    return filterDays(from(0, days), (day) => covered[day] === 1)
  }

  describe('a topic is covered', () => {
    test('while its only group is covered', () => {
      expect(coveredOf(group(40, from(10, 90)))).toEqual(from(10, 90))
    })

    test('not after the end of the forum that carries it, even if a small one continues', () => {
      const outlets = [
        { documents: 95, runs: from(0, 60) },
        { documents: 5, runs: from(0, 100) },
      ]
      expect(coveredOf(group(100, from(0, 100), outlets))).toEqual(from(0, 60))
    })

    test('to the end while a quarter of it continues', () => {
      const outlets = [
        { documents: 75, runs: from(0, 60) },
        { documents: 25, runs: from(0, 100) },
      ]
      expect(coveredOf(group(100, from(0, 100), outlets))).toEqual(from(0, 100))
    })

    test('by hundreds of papers with small parts, while a quarter of them is covered', () => {
      const papers = Array.from({ length: 400 }, (_, n) => ({ documents: 1, runs: from(0, n < 350 ? 50 : 100) }))
      expect(coveredOf(group(400, from(0, 100), papers))).toEqual(from(0, 50))
    })

    test('not by another kind of source that hardly mentions it', () => {
      expect(coveredOf(group(95, from(0, 60)), group(5, from(20, 100)))).toEqual(from(0, 60))
    })

    test('by kinds of source that carry a quarter together', () => {
      const groups = [group(70, from(0, 60)), group(15, from(0, 100)), group(15, from(0, 100))]
      expect(coveredOf(...groups)).toEqual(from(0, 100))
    })

    test('by a later archive of a tenth of it when nothing else was collected', () => {
      expect(coveredOf(group(88, from(0, 50)), group(12, from(70, 90)))).toEqual([...from(0, 50), ...from(70, 90)])
      expect(coveredOf(group(95, from(0, 50)), group(5, from(70, 90)))).toEqual(from(0, 50))
    })

    test('not by a tenth that was read alongside the rest, and so is known to be small', () => {
      expect(coveredOf(group(88, from(0, 50)), group(12, from(0, 100)))).toEqual(from(0, 50))
    })

    test('not during a pause of the forum that carries it, even if a small one was read', () => {
      const outlets = [
        { documents: 95, runs: [...from(0, 40), ...from(60, 100)] },
        { documents: 5, runs: from(0, 100) },
      ]
      expect(coveredOf(group(100, from(0, 100), outlets))).toEqual([...from(0, 40), ...from(60, 100)])
    })

    test('nowhere without a document', () => {
      expect(coveredOf(group(0, from(0, 100)))).toEqual([])
    })
  })
})
