import type { FacetCount, LandscapeCell, TrialFacets } from '@auspex/sdk/types'
import type { StudyFacts, TrialFilters } from '@auspex/sources'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The fields of a study needed for counting: short names, because a census has tens of thousands. */
export interface CountedStudy {
  id: string
  status: StudyFacts['status']
  phases: StudyFacts['phases']
  sponsorClass: StudyFacts['sponsorClass']
  countries: string[]
  /** Year of start; null when unknown. */
  year: number | null
  enrollment: number | null
  enrollmentType: StudyFacts['enrollmentType']
}

export interface Counts {
  matching: TrialFacets['matching']
  facets: TrialFacets['facets']
  landscape: TrialFacets['landscape']
  enrollment: TrialFacets['enrollment']
}
type FacetName = keyof TrialFacets['facets']

export function toCounted(study: StudyFacts): CountedStudy {
  const { nctId, status, phases, sponsorClass, countries, startDate, enrollment, enrollmentType } = study
  return {
    id: nctId,
    status,
    phases,
    sponsorClass,
    countries,
    year: startDate === null ? null : Number(startDate.slice(0, 4)),
    enrollment,
    enrollmentType,
  }
}

/** The filters by facet, and the values of a study that each applies to. */
const valuesOf: Record<FacetName, (study: CountedStudy) => readonly string[]> = {
  phase: ({ phases }) => phases,
  status: ({ status }) => [status],
  sponsorClass: ({ sponsorClass }) => [sponsorClass],
  country: ({ countries }) => countries,
  startYear: ({ year }) => (year === null ? [] : [String(year)]),
}
const facetNames = ['phase', 'status', 'sponsorClass', 'country', 'startYear'] as const satisfies FacetName[]
/** Studies counted before yielding to the event loop. */
const studiesPerTurn = 500

/** Counts studies, each facet under the filters of the others, so that an active filter does not hide its alternatives. */
export async function countFacets(
  pages: AsyncIterable<readonly CountedStudy[]>,
  filters: TrialFilters,
): Promise<Counts> {
  const tallies = new Map(facetNames.map((name) => [name, new Map<string, number>()]))
  const cells = new Map<string, LandscapeCell>()
  const enrollment = {
    actual: { studies: 0, participants: 0 },
    estimated: { studies: 0, participants: 0 },
    unknown: 0,
  }
  let matching = 0
  let studyCount = 0
  for await (const page of pages)
    for (const study of page) {
      studyCount += 1
      if (studyCount % studiesPerTurn === 0) await nextTurn()
      const missed = facetNames.filter((name) => !matchesFilter(study, name, filters))
      addToTallies(tallies, study, missed)
      if (missed.length > 0) continue
      matching += 1
      addToCells(cells, study)
      addEnrollment(enrollment, study)
    }
  const listOf = (name: FacetName) => toCounts(tallies.get(name) ?? new Map(), name)
  return {
    matching,
    facets: {
      phase: listOf('phase'),
      status: listOf('status'),
      sponsorClass: listOf('sponsorClass'),
      country: listOf('country'),
      startYear: listOf('startYear'),
    },
    landscape: [...cells.values()].toSorted((a, b) => b.studies - a.studies),
    enrollment,
  }
}

function matchesFilter(study: CountedStudy, name: FacetName, filters: TrialFilters): boolean {
  const selected = filters[name]
  return selected === undefined || valuesOf[name](study).includes(String(selected))
}

/** Counts a study in each facet whose own filter is the only one that it may miss. */
function addToTallies(
  tallies: ReadonlyMap<FacetName, Map<string, number>>,
  study: CountedStudy,
  missed: readonly FacetName[],
): void {
  for (const [name, tally] of tallies) {
    if (missed.some((missedName) => missedName !== name)) continue
    for (const value of valuesOf[name](study)) tally.set(value, (tally.get(value) ?? 0) + 1)
  }
}

function addToCells(cells: Map<string, LandscapeCell>, { phases, sponsorClass, status }: CountedStudy): void {
  // A study without a phase (an observational one) is not part of a table of phases.
  for (const phase of phases) {
    const key = `${phase} ${sponsorClass} ${status}`
    const cell = cells.get(key) ?? { phase, sponsorClass, status, studies: 0 }
    cell.studies += 1
    cells.set(key, cell)
  }
}

function addEnrollment(sums: Counts['enrollment'], { enrollment, enrollmentType }: CountedStudy): void {
  if (enrollment === null || enrollmentType === null || enrollmentType === undefined) {
    sums.unknown += 1
    return
  }
  const sum = enrollmentType === 'ACTUAL' ? sums.actual : sums.estimated
  sum.studies += 1
  sum.participants += enrollment
}

function toCounts(tally: ReadonlyMap<string, number>, name: FacetName): FacetCount[] {
  const counts = [...tally].map(([value, studies]) => ({ value, studies }))
  const byYear = name === 'startYear'
  return counts
    .toSorted((a, b) =>
      byYear ? Number(b.value) - Number(a.value) : b.studies - a.studies || (a.value < b.value ? -1 : 1),
    )
    .slice(0, 300)
}
