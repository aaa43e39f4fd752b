import type { Category, Provenance } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Snapshots } from './snapshots.ts'

/** What trends are found and read with. */
export interface TrendsDependencies {
  documents: DocumentsModule
  snapshots: Snapshots
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  clock: Clock
}
