import { describe } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { backupContract } from './backup.contract.ts'

describe('a backup of the embedded database', () => {
  backupContract(() => openEmbedded({ dataDir: null, log: silentLog }))
})
