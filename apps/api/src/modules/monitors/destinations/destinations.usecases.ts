import type {
  DeletedDestination,
  Destination,
  DestinationInput,
  DestinationPage,
  DestinationTest,
} from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import type { StoredMonitor } from '../monitors/monitors.repository.ts'
import {
  destinationNotFound,
  destinationsNotAllowed,
  destinationRefused,
  destinationsUnknown,
  testedRecently,
  tooManyDestinations,
} from '../monitors.errors.ts'
import { type ChatMessage, hostOf } from './chat-formats.ts'
import { maxDestinations } from './destinations.repository.ts'
import { openTarget, sendMessage } from './send-to-destinations.ts'

/** Minimum time between two tests of a person: long enough to protect a receiver, short enough to correct a typo. */
const pauseMs = 5000

export async function listDestinations(
  page: PageRequest,
  { userId }: Actor,
  { destinations }: MonitorDependencies,
): Promise<DestinationPage> {
  const [items, total] = [await destinations.list(userId, page), await destinations.count(userId)]
  return { items, page: toPageInfo(page, total) }
}

/**
 * Sends a test, and stores the destination if it was accepted. Throws `destinations.not_allowed`, `subscriptions.tested_recently`, `destinations.too_many` and
 * `destinations.test_failed`.
 */
export async function createDestination(
  input: DestinationInput,
  signal: AbortSignal,
  { userId, roles }: Actor,
  deps: MonitorDependencies,
): Promise<Destination> {
  const { destinations, seal, clock, createId } = deps
  requireSender(roles, deps)
  // the contract's format allows addresses that cannot be requested
  if ('url' in input && !URL.canParse(input.url)) throw destinationRefused('The address is not valid.')
  if ((await destinations.count(userId)) >= maxDestinations) throw tooManyDestinations(maxDestinations)
  const at = clock.now()
  const since = new Date(at.getTime() - pauseMs)
  if (!(await destinations.takeTest(userId, { at, since }))) throw testedRecently()
  const id = createId('dst')
  const outcome = await sendMessage({ message: writeTest(deps.publicUrl), target: input, id }, { ...deps, signal })
  if (outcome.kind !== 'delivered') throw destinationRefused(outcome.reason)
  const { kind, name } = input
  const host = hostOf(input)
  const secret = seal.close(JSON.stringify(input), id)
  if (!(await destinations.insert({ id, userId, kind, name, host, secret, createdAt: at })))
    throw tooManyDestinations(maxDestinations)
  return { id, kind, name, host, createdAt: at.toISOString(), lastDelivery: null }
}

/** Throws `destinations.not_found`. */
export async function deleteDestination(
  id: string,
  { userId }: Actor,
  { destinations }: MonitorDependencies,
): Promise<DeletedDestination> {
  if (!(await destinations.delete(userId, id))) throw destinationNotFound()
  return { id, deleted: true }
}

/** Throws `destinations.not_allowed` where only administrators add channels and webhooks. */
export function requireSender(roles: readonly string[], { limits }: MonitorDependencies): void {
  if (limits.isForAdministrators && !roles.includes('godmode')) throw destinationsNotAllowed()
}

/** Throws `destinations.unknown` when one of them is not the person's. */
export async function checkDestinations(
  ids: readonly string[],
  userId: string,
  { destinations }: MonitorDependencies,
): Promise<void> {
  if ((await destinations.find(userId, ids)).length < ids.length) throw destinationsUnknown()
}

/** Sends a test to each destination of a monitor, immediately and without retries. */
export async function testDestinations(
  { userId, destinationIds }: StoredMonitor,
  signal: AbortSignal,
  deps: MonitorDependencies,
): Promise<DestinationTest[]> {
  const tests: DestinationTest[] = []
  for (const destination of await deps.destinations.find(userId, destinationIds)) {
    const { id, name } = destination
    const target = openTarget(destination, deps.seal)
    const outcome =
      target === null
        ? null
        : await sendMessage(
            { message: writeTest(deps.publicUrl), target, id: deps.createId('msg') },
            { ...deps, signal },
          )
    const reason =
      outcome === null
        ? 'Its address cannot be decrypted with the key of this server.'
        : outcome.kind === 'delivered'
          ? null
          : outcome.reason
    tests.push({ id, name, delivered: reason === null, reason })
  }
  return tests
}

function writeTest(publicUrl: URL): ChatMessage {
  return {
    title: 'This is a test',
    text: 'Auspex can send alerts here.',
    items: [],
    link: { label: 'Open your monitors', url: new URL('/monitors', publicUrl).href },
  }
}
