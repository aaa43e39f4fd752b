import type {
  DeletedDigest,
  Digest,
  DigestChanges,
  DigestInput,
  DigestPage,
  DigestPreviewInput,
  DigestText,
} from '@auspex/sdk/types'
import type { Actor, Person } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { checkDestinations } from '../destinations/destinations.usecases.ts'
import { emailUnavailable, subscriptionNotFound, testedRecently, tooManySubscriptions } from '../monitors.errors.ts'
import { composeDigest, initialState } from './compose-digest.ts'
import { type DigestDependencies, findScopeTitle } from './digest-scope.ts'
import { maxDigests, type StoredDigest } from './digests.repository.ts'
import { deliverDigest, nextDigestAt } from './send-digests.ts'

/** Minimum time between two sendings on request. */
const pauseMs = 60_000

export async function listDigests(page: PageRequest, actor: Actor, deps: DigestDependencies): Promise<DigestPage> {
  const { items, total } = await deps.digests.list(actor.userId, page)
  const shown: Digest[] = []
  for (const digest of items) shown.push(await present(digest, actor, deps))
  return { items: shown, page: toPageInfo(page, total) }
}

/**
 * Throws `module.off`, `portfolios.not_found`, `projects.not_found`, `destinations.unknown`, `subscriptions.email_unavailable`, `subscriptions.too_many`
 * and `workflows.schedule_invalid`.
 */
export async function createDigest(input: DigestInput, actor: Actor, deps: DigestDependencies): Promise<Digest> {
  const { scope, frequency, weekday = 1, hour = 7, zone, onlyIfChanged = true, attachPdf = false } = input
  const { channels = ['inbox'], destinationIds = [] } = input
  await checkScope(scope, actor, deps)
  await checkWays({ channels, destinationIds }, actor, deps)
  const now = deps.clock.now()
  const digest: StoredDigest = {
    id: deps.createId('dig'),
    userId: actor.userId,
    scope,
    frequency,
    weekday,
    hour,
    zone,
    onlyIfChanged,
    attachPdf,
    channels,
    destinationIds: [...destinationIds],
    isPaused: false,
    state: initialState,
    createdAt: now,
    nextAt: nextDigestAt({ frequency, weekday, hour, zone }, now),
    lastAt: null,
    lastResult: null,
  }
  if (!(await deps.digests.insert(digest))) throw tooManySubscriptions('digests', maxDigests)
  return present(digest, actor, deps)
}

/** Throws `subscriptions.not_found`, and the errors of `createDigest` for what is changed. */
export async function updateDigest(
  { id, changes }: { id: string; changes: DigestChanges },
  actor: Actor,
  deps: DigestDependencies,
): Promise<Digest> {
  const before = await findOwn(id, actor, deps)
  await checkWays(changes, actor, deps)
  const digest = { ...before, ...changes, destinationIds: [...(changes.destinationIds ?? before.destinationIds)] }
  const hasNewTimes = (['frequency', 'weekday', 'hour', 'zone', 'isPaused'] as const).some(
    (name) => digest[name] !== before[name],
  )
  const nextAt = hasNewTimes ? nextDigestAt(digest, deps.clock.now()) : before.nextAt
  await deps.digests.update({ ...digest, nextAt })
  return present({ ...digest, nextAt }, actor, deps)
}

/** Throws `subscriptions.not_found`. */
export async function deleteDigest(
  id: string,
  { userId }: Actor,
  { digests }: DigestDependencies,
): Promise<DeletedDigest> {
  if (!(await digests.delete(userId, id))) throw subscriptionNotFound()
  return { id, deleted: true }
}

/** What would be sent now. Throws the errors of `composeDigest`. */
export async function previewDigest(
  input: DigestPreviewInput,
  actor: Actor,
  deps: DigestDependencies,
): Promise<DigestText> {
  return (await composeDigest({ ...input, state: initialState }, actor, deps)).text
}

/** Sends it immediately. Throws `subscriptions.not_found`, `subscriptions.tested_recently` and the errors of `composeDigest`. */
export async function sendDigest(id: string, actor: Actor, deps: DigestDependencies): Promise<DigestText> {
  const digest = await findOwn(id, actor, deps)
  const at = deps.clock.now()
  if (!(await deps.digests.request(id, { at, since: new Date(at.getTime() - pauseMs) }))) throw testedRecently()
  const composed = await composeDigest(digest, actor, deps)
  await deliverDigest(digest, { composed, occasion: `digest:${id}:now:${at.toISOString()}` }, deps)
  const last = { at, result: 'sent' } as const
  await deps.digests.advance(digest, { nextAt: digest.nextAt, last, state: composed.state })
  return composed.text
}

/** Throws if the person cannot read what the digest would summarize. */
async function checkScope(scope: StoredDigest['scope'], person: Person, deps: DigestDependencies): Promise<void> {
  if (scope.kind === 'portfolio') await deps.portfolios.get(scope.id, person)
  if (scope.kind === 'project') await deps.projects.get(scope.id, person)
}

async function checkWays(
  { channels = [], destinationIds = [] }: DigestChanges,
  { userId }: Actor,
  deps: DigestDependencies,
): Promise<void> {
  if (channels.includes('email') && !deps.canEmail) throw emailUnavailable()
  await checkDestinations(destinationIds, userId, deps)
}

async function findOwn(id: string, { userId }: Actor, { digests }: DigestDependencies): Promise<StoredDigest> {
  const digest = await digests.find(userId, id)
  if (digest === undefined) throw subscriptionNotFound()
  return digest
}

async function present(
  { userId: _owner, state: _state, createdAt, nextAt, lastAt, lastResult, ...shown }: StoredDigest,
  person: Person,
  deps: DigestDependencies,
): Promise<Digest> {
  return {
    ...shown,
    title: await findScopeTitle(shown.scope, person, deps),
    createdAt: createdAt.toISOString(),
    nextAt: nextAt.toISOString(),
    last: lastAt === null || lastResult === null ? null : { result: lastResult, at: lastAt.toISOString() },
  }
}
