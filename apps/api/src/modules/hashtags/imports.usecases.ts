import type { HashtagImport, HashtagImportPage } from '@auspex/sdk/types'
import type { TaggedVideo } from '@auspex/sources'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { type PageRequest, toPageInfo } from '../../kernel/page.ts'
import { importNotFound } from './hashtags.errors.ts'
import { readImportedLine } from './imported-line.ts'
import { createImportsRepository, type StoredImport, type StoredRefusal } from './imports.repository.ts'
import { createSetsRepository } from './sets.repository.ts'
import { createVideosRepository } from './videos.repository.ts'

export interface LinesToImport {
  importId?: string | undefined
  name: string
  firstLine: number
  lines: readonly string[]
}

export type ImportsUsecases = ReturnType<typeof createImportsUsecases>

/** Lines that are read before others get their turn. */
const linesATurn = 200

/** Files of videos that an organization brings. */
export function createImportsUsecases({
  database,
  clock,
  createId,
}: {
  database: Pick<Database, 'kysely'>
  clock: Clock
  createId: CreateId
}) {
  const imports = createImportsRepository(database.kysely)
  const present = async (stored: StoredImport): Promise<HashtagImport> =>
    presentImport(stored, await imports.listRefusals(stored.importId))
  const open = async (owner: string, importId: string): Promise<HashtagImport> => {
    const stored = await imports.find(owner, importId)
    if (stored === null) throw importNotFound()
    return present(stored)
  }

  return {
    open,

    async list(owner: string, page: PageRequest): Promise<HashtagImportPage> {
      const { items, total } = await imports.list(owner, page)
      return { items: items.map((item) => presentImport(item, [])), page: toPageInfo(page, total) }
    },

    async store(owner: string, { importId: given, name, firstLine, lines }: LinesToImport): Promise<HashtagImport> {
      if (given !== undefined && (await imports.find(owner, given)) === null) throw importNotFound()
      const at = clock.now()
      const { videos, refusals, read, repeated } = await readLines({ firstLine, lines, now: at })
      const importId = given ?? createId('hti')
      await database.kysely.transaction().execute(async (trx) => {
        const set = { asOf: at, isComplete: true, countedFrom: null, notice: null }
        const setNo = await createSetsRepository(trx).save(libraryOf(owner), set)
        const repository = createImportsRepository(trx)
        if (given === undefined) await repository.begin({ importId, setNo, name, at })
        const { stored, renewed } = await createVideosRepository(trx).store(setNo, videos, importId)
        await repository.add(importId, { read, stored, renewed: renewed + repeated, refusals, at })
      })
      return open(owner, importId)
    },

    async delete(owner: string, importId: string): Promise<{ importId: string; videos: number }> {
      const deleted = await database.kysely
        .transaction()
        .execute((trx) => createImportsRepository(trx).delete(owner, importId))
      if (deleted === null) throw importNotFound()
      return { importId, ...deleted }
    },
  }
}

/** All that an owner imported is one set. */
export function libraryOf(owner: string) {
  return { owner, origin: 'import', tag: '', geo: '', period: 0 } as const
}

async function readLines({ firstLine, lines, now }: { firstLine: number; lines: readonly string[]; now: Date }) {
  const videos = new Map<string, TaggedVideo>()
  const refusals: StoredRefusal[] = []
  let read = 0
  let repeated = 0
  for (const [index, written] of lines.entries()) {
    if (index % linesATurn === linesATurn - 1) await new Promise((resolve) => setImmediate(resolve))
    if (written.trim() === '') continue
    read += 1
    const result = readImportedLine(written, now)
    if ('reason' in result) refusals.push({ line: firstLine + index, ...result })
    else {
      if (videos.has(result.nativeId)) repeated += 1
      videos.set(result.nativeId, result)
    }
  }
  return { videos: [...videos.values()], refusals, read, repeated }
}

function presentImport(
  { startedAt, updatedAt, ...counts }: StoredImport,
  refusals: readonly StoredRefusal[],
): HashtagImport {
  return {
    ...counts,
    refusals: [...refusals],
    startedAt: startedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
