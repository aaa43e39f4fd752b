import type { Provenance } from '@auspex/sdk/types'
import { DatabaseFullError, DatabaseReadOnlyError } from '../../../adapters/database/database.errors.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { runAs, serverWork } from '../../../kernel/work.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Snapshot, TrendsRepository } from './trends.repository.ts'

export interface SnapshotDependencies {
  repository: TrendsRepository
  documents: DocumentsModule
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** Key prefix of parameters a person chose: a country, a window, a day. */
const chosenPrefix = 'trends:'
/** Each list has about 50 kB. */
const maxChosen = 300

/** Revision of a library into which nothing was ever stored. */
const emptyRevision = 0

export type Snapshots = ReturnType<typeof createSnapshots>

/** Caches what is computed from the library, so that only the very first caller waits. */
export function createSnapshots({ repository, documents, provenance, clock }: SnapshotDependencies) {
  const computing = new Map<string, Promise<unknown>>()

  async function computeNow<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
    // read first: a change during the computation makes the result stale
    const { revision } = await documents.librarySummary()
    const world = await provenance()
    const body = await compute()
    const snapshot = { libraryRevision: revision, at: clock.now(), body }
    await storeIfPossible(() => repository.save(key, { ...snapshot, provenance: world }))
    return snapshot
  }

  /** Computes a key once at a time; concurrent callers share the computation, so it continues when one of them disconnects. */
  function renew<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
    const running =
      computing.get(key) ?? runAs(serverWork, () => computeNow(key, compute)).finally(() => computing.delete(key))
    computing.set(key, running)
    return running as Promise<Snapshot<Body>> // a key is always computed by the same function
  }

  return {
    renew,

    /** The stored result; computed now if there is none, or if it is of the other provenance or of an empty library. */
    async read<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
      const snapshot = await repository.find<Body>(key, await provenance())
      return snapshot === null || snapshot.libraryRevision === emptyRevision ? renew(key, compute) : snapshot
    },

    /** When and from which library revision it was computed; null when it is not stored. */
    async stateOf(key: string): Promise<Snapshot<unknown> | null> {
      return repository.find(key, await provenance())
    },

    /** The stored result for chosen parameters; computed now if there is none. Only the newest are retained. */
    async readChosen<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
      const storedSnapshot = await repository.find<Body>(`${chosenPrefix}${key}`, await provenance())
      if (storedSnapshot !== null) return storedSnapshot
      const snapshot = await renew(`${chosenPrefix}${key}`, compute)
      await storeIfPossible(() => repository.keepNewest(chosenPrefix, maxChosen))
      return snapshot
    },

    /** Deletes results for chosen parameters that were computed from an older library, or when the last completed day was another one. */
    async forgetOldChoices(): Promise<void> {
      const { revision } = await documents.librarySummary()
      const before = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`)
      await repository.forgetOlder(chosenPrefix, { revision, before })
    },
  }
}

/** Readers are answered even while the database is read-only: the next caller then computes the result again. */
async function storeIfPossible(store: () => Promise<void>): Promise<void> {
  try {
    await store()
  } catch (error) {
    if (!(error instanceof DatabaseFullError || error instanceof DatabaseReadOnlyError)) throw error
  }
}
