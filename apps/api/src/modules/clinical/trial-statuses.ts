import type { Trial, TrialStatus } from '@auspex/sdk/types'
import type { TrialRegister, TrialSearch } from '@auspex/sources'
import type { Clock } from '../../kernel/clock.ts'
import { currentWork } from '../../kernel/work.ts'
import type { Outages } from '../sources/index.ts'
import { ensureReachable, settle } from './register-failure.ts'
import type { StatusChange, TrialStatusesRepository, WatchedCondition } from './trial-statuses.repository.ts'

export interface TrialStatusesDependencies {
  statuses: TrialStatusesRepository
  outages: Pick<Outages, 'since' | 'record'>
  clock: Clock
}

/** Pages of a thousand that one look reads: half a minute at most, and the next look goes on. */
const pagesPerLook = 10
const pageSize = 200
const keptForMs = 90 * 86_400_000

/**
 * Brings what is known of a condition's studies up to today. All of them are read once; from then on those that the register has updated
 * since, whose status is another than it was, are noted as changes. A study that was not known before has no earlier status and changes
 * nothing. False while the first reading is not over.
 */
export async function followStatuses(
  condition: string,
  register: TrialRegister,
  { statuses, outages, clock }: TrialStatusesDependencies,
): Promise<boolean> {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const signal = currentWork().signal ?? new AbortController().signal
  const save = (watched: WatchedCondition) =>
    statuses.save(condition, watched, { at: now, keepFrom: new Date(now.getTime() - keptForMs) })
  const words = { field: 'condition', words: condition } as const
  const stored = await statuses.find(condition)
  // what is updated while all are read is read again: the day on which it began counts as not known
  let watched: WatchedCondition = stored ?? { knownTo: today, nextToken: null, isBegun: false }
  if (stored === null) await save(watched)
  for (let page = 0; page < pagesPerLook && (!watched.isBegun || watched.nextToken !== null); page += 1) {
    ensureReachable(register.name, outages)
    const answer = await register.readFacts({ ...words, filters: {}, token: watched.nextToken, signal })
    const { studies, nextToken } = settle(answer, { name: register.name, outages })
    await statuses.saveStatuses(
      condition,
      studies.map(({ nctId, status }) => ({ nctId, status })),
      [],
    )
    watched = { ...watched, nextToken, isBegun: true }
    await save(watched)
  }
  if (watched.nextToken !== null) return false
  const search = { ...words, filters: { updated: { from: watched.knownTo, to: today } }, pageSize, signal }
  for await (const studies of readAll(register, search, outages))
    await noteChanges(condition, studies, { statuses, today })
  await save({ ...watched, knownTo: today })
  return true
}

async function* readAll(
  register: TrialRegister,
  search: Omit<TrialSearch, 'token'>,
  outages: Pick<Outages, 'since' | 'record'>,
): AsyncGenerator<readonly Trial[]> {
  let token: string | null = null
  do {
    ensureReachable(register.name, outages)
    const answer = await register.search({ ...search, token })
    const page: { studies: readonly Trial[]; nextToken: string | null } = settle(answer, {
      name: register.name,
      outages,
    })
    yield page.studies
    token = page.nextToken
  } while (token !== null)
}

async function noteChanges(
  condition: string,
  studies: readonly Trial[],
  { statuses, today }: { statuses: TrialStatusesRepository; today: string },
) {
  const known = await statuses.listStatuses(
    condition,
    studies.map(({ nctId }) => nctId),
  )
  const changes = studies.flatMap((study) => toChange(study, known.get(study.nctId), today) ?? [])
  await statuses.saveStatuses(
    condition,
    studies.map(({ nctId, status }) => ({ nctId, status })),
    changes,
  )
}

/** A change whose day the register does not say is dated by the day on which it was noticed. */
function toChange(
  { nctId, title, status: after, lastUpdateDay }: Trial,
  before: TrialStatus | undefined,
  noticedDay: string,
): StatusChange | null {
  if (before === undefined || before === after) return null
  return { nctId, day: lastUpdateDay ?? noticedDay, title: title.slice(0, 600), before, after }
}
