import type { Provenance } from '@auspex/sdk/types'
import { DatabaseFullError, DatabaseReadOnlyError } from '../../adapters/database/database.errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { runAs, serverWork } from '../../kernel/work.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Snapshot, TrendsRepository } from './trends.repository.ts'

export interface SnapshotDependencies {
  repository: Pick<TrendsRepository, 'find' | 'save' | 'forgetOlder' | 'keepNewest'>
  documents: Pick<DocumentsModule, 'librarySummary'>
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** Keys of what somebody chose: a country, a window, a day. */
const chosenPrefix = 'trends:'
/** Lists of some 50 kB each. */
const mostChosen = 300

/** A library into which nothing was ever stored. */
const emptyRevision = 0

export type Snapshots = ReturnType<typeof createSnapshots>

/** Keeps what is computed of the library, so that nobody waits for it but the very first who asks. */
export function createSnapshots({ repository, documents, provenance, clock }: SnapshotDependencies) {
  const computing = new Map<string, Promise<unknown>>()

  async function computeNow<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
    // read before: what is stored meanwhile makes it old
    const { revision } = await documents.librarySummary()
    const world = await provenance()
    const body = await compute()
    const snapshot = { libraryRevision: revision, at: clock.now(), body }
    await storeIfPossible(() => repository.save(key, { ...snapshot, provenance: world }))
    return snapshot
  }

  /** Computes once at a time; who asks meanwhile shares it, so it goes on when one of them hangs up. */
  function renew<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
    const running =
      computing.get(key) ?? runAs(serverWork, () => computeNow(key, compute)).finally(() => computing.delete(key))
    computing.set(key, running)
    return running as Promise<Snapshot<Body>> // a key is always computed by the same function
  }

  return {
    renew,

    /** What is stored; computed now when nothing is, or when it is of the other world or of an empty library. */
    async read<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
      const stored = await repository.find<Body>(key, await provenance())
      return stored === null || stored.libraryRevision === emptyRevision ? renew(key, compute) : stored
    },

    /** When and of which revision of the library it was computed; null when it is not stored. */
    async stateOf(key: string): Promise<Pick<Snapshot<unknown>, 'at' | 'libraryRevision'> | null> {
      return repository.find(key, await provenance())
    },

    /** What is stored of a choice of somebody; computed now when it is not. The newest of them are kept. */
    async readChosen<Body>(key: string, compute: () => Promise<Body>): Promise<Snapshot<Body>> {
      const stored = await repository.find<Body>(`${chosenPrefix}${key}`, await provenance())
      if (stored !== null) return stored
      const snapshot = await renew(`${chosenPrefix}${key}`, compute)
      await storeIfPossible(() => repository.keepNewest(chosenPrefix, mostChosen))
      return snapshot
    },

    /** Forgets choices that were computed of an older library, or when the last whole day was another one. */
    async forgetOldChoices(): Promise<void> {
      const { revision } = await documents.librarySummary()
      const before = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`)
      await repository.forgetOlder(chosenPrefix, { revision, before })
    },
  }
}

/** Whoever reads is answered also while the database takes no changes: what was computed is computed again for the next. */
async function storeIfPossible(store: () => Promise<void>): Promise<void> {
  try {
    await store()
  } catch (error) {
    if (!(error instanceof DatabaseFullError || error instanceof DatabaseReadOnlyError)) throw error
  }
}
