import type { TrialRecord } from '@auspex/sdk/types'
import type { RegisterRecord, TrialRegister } from '@auspex/sources'
import { type AskOnce, Refusal, type Reply } from './ask-once.ts'
import { queryRefused, trialNotFound } from './clinical.errors.ts'
import type { ClinicalRepository } from './clinical.repository.ts'
import type { TrialSnapshotsRepository } from './trial-snapshots.repository.ts'
import { type Snapshot, toVersions } from './trial-versions.ts'

export interface TrialRecordDependencies {
  askOnce: AskOnce
  repository: Pick<ClinicalRepository, 'deleteAnswer'>
  snapshots: TrialSnapshotsRepository
}

/** Reads the record of a study, of today or the last one that is known; throws when the register has none. */
export async function readRecord(
  nctId: string,
  register: TrialRegister,
  { askOnce, repository, snapshots }: TrialRecordDependencies,
): Promise<Reply<RegisterRecord>> {
  const key = `study ${nctId}`
  const ask = async (signal: AbortSignal) => {
    const answer = await register.readStudy(nctId, signal)
    return answer.ok ? ({ ok: true, body: answer.record } as const) : answer
  }
  try {
    const reply = await askOnce({ key, sources: [{ ...register, ask }] })
    if (reply.isNew) await keepVersion(nctId, reply, snapshots)
    return reply
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.failure.notFound !== true) throw queryRefused(error.source, 'path', '/nctId')
    // What the register takes out is not kept here either.
    await repository.deleteAnswer(key)
    await snapshots.forget(nctId)
    throw trialNotFound(nctId)
  }
}

/** A study with its versions, as a page shows it. */
export async function findTrial(
  nctId: string,
  register: TrialRegister,
  deps: TrialRecordDependencies,
): Promise<TrialRecord> {
  const { body, origin } = await readRecord(nctId, register, deps)
  const versions = toVersions(await deps.snapshots.list(nctId))
  return { ...body.study, versions, origin }
}

async function keepVersion(
  nctId: string,
  { body, origin }: Reply<RegisterRecord>,
  snapshots: TrialSnapshotsRepository,
): Promise<void> {
  const last = (await snapshots.list(nctId)).at(-1)
  const version: Snapshot = {
    updatedDay: body.study.trial.lastUpdateDay,
    readAt: new Date(origin.asOf),
    fields: body.fields,
  }
  if (last === undefined || !isSame(last.fields, version.fields)) await snapshots.add(nctId, version)
}

function isSame(one: Snapshot['fields'], other: Snapshot['fields']): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
