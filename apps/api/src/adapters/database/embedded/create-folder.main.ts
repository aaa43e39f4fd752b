import { PGlite } from '@electric-sql/pglite'
import { chooseBufferMb, engineSettings } from './engine-settings.ts'

// Run by create-folder.ts with the folder as its argument.

const folder = process.argv[2]
if (folder === undefined) throw new TypeError('create-folder.main needs a folder')
const engine = await PGlite.create({
  dataDir: folder,
  postgresqlconf: engineSettings({ bufferMb: await chooseBufferMb(null) }),
})
await engine.close()
