import { addDays } from '@auspex/analytics'
import type { NewsMute, NewsMuteInput } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { clusterNotFound, maxMutes, muteExists, muteNotFound, tooMany, subjectInvalid } from '../news.errors.ts'
import { feedDays, toArticleMute } from './choose-articles.ts'
import { createMutesRepository, type StoredMute } from './mutes.repository.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

/** Number of example titles that show what a mute hides. */
const examples = 5

export async function listMutes(actor: Actor, deps: NewsDependencies): Promise<NewsMute[]> {
  const mutes = await deps.mutes.list(actor.userId)
  const presented: NewsMute[] = []
  for (const mute of mutes) presented.push(await present(mute, deps))
  return presented
}

/** Throws `newsfeed.cluster_not_found`, `newsfeed.mute_exists`, `newsfeed.too_many_mutes` and `newsfeed.subject_invalid`. */
export async function createMute(input: NewsMuteInput, actor: Actor, deps: NewsDependencies): Promise<NewsMute> {
  const { subject, title } = await readSubject(input, deps)
  const mute = { id: deps.createId('mut'), kind: input.kind, subject, title, createdAt: deps.clock.now() }
  const outcome = await deps.database.kysely
    .transaction()
    .execute((trx) => createMutesRepository(trx).insert(mute, { userId: actor.userId, max: maxMutes }))
  if (outcome === 'exists') throw muteExists()
  if (outcome === 'full') throw tooMany('mutes', maxMutes)
  return present(mute, deps)
}

/** Throws `newsfeed.mute_not_found`. */
export async function deleteMute(id: string, actor: Actor, { mutes }: NewsDependencies): Promise<void> {
  if (!(await mutes.delete(id, actor.userId))) throw muteNotFound()
}

async function readSubject(
  { kind, subject: givenSubject }: NewsMuteInput,
  deps: NewsDependencies,
): Promise<{ subject: string; title: string }> {
  const subject = givenSubject.trim()
  if (subject === '') throw subjectInvalid('is empty')
  if (kind === 'outlet') return { subject, title: subject }
  if (kind === 'story') {
    const id = await deps.clusters.resolve(subject)
    const cluster = id === null ? null : await deps.clusters.find(id)
    if (cluster === null) throw clusterNotFound()
    return { subject: cluster.id, title: cluster.facts.title }
  }
  await toArticleMute({ kind, subject }, deps.members) // refuses a word that cannot be searched
  return { subject, title: subject }
}

async function present(mute: StoredMute, deps: NewsDependencies): Promise<NewsMute> {
  const today = deps.clock.now().toISOString().slice(0, 10)
  const { documents, titles } = await deps.documents.articles.countMuted(
    {
      world: await deps.provenance(),
      questions: [],
      fromDay: addDays(today, 1 - feedDays),
      toDay: addDays(today, 1),
    },
    await toArticleMute(mute, deps.members),
    examples,
  )
  const { id, kind, subject, title, createdAt } = mute
  return {
    id,
    kind,
    subject,
    title,
    createdAt: createdAt.toISOString(),
    hidden: documents,
    examples: titles.map((one) => one.slice(0, 4_000)),
  }
}
