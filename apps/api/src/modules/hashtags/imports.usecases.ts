import type { Actor } from '../../kernel/actor.ts'
import type { HashtagDependencies } from './hashtags.types.ts'
import type { HashtagImport, HashtagImportPage } from '@auspex/sdk/types'
import { type TaggedVideo, foldHashtag } from '@auspex/sources'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type PageRequest, toPageInfo } from '../../kernel/page.ts'
import { importNotFound } from './hashtags.errors.ts'
import {
  createImportsRepository,
  type ImportsRepository,
  type StoredImport,
  type StoredRefusal,
} from './imports.repository.ts'
import { createVideosRepository } from './lists.repository.ts'
import { createSetsRepository } from './sets.repository.ts'

const moment = z
  .string('must be text')
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
    'must be a moment with an offset, such as 2026-11-17T18:40:00Z',
  )
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a day and a time that exist')

/** One line of an imported file. Other fields are ignored, because export tools add their own. */
const line = z.object({
  id: optional(text(60, 1)),
  time: moment,
  text: text(5000),
  hashtags: z
    .array(text(101, 1), 'must be a list of hashtags')
    .min(1, 'must name at least one')
    .max(100, 'must name at most 100'),
  author: text(101, 1),
  authorName: optional(text(200)),
  followers: number(1e10, 'followers of the author'),
  country: optional(z.string('must be text').regex(/^[a-z]{2}$/i, 'must be a country of two letters, such as NO')),
  url: optional(
    text(2000).refine(
      (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must be an http or https address',
    ),
  ),
  durationSeconds: number(100_000, 'seconds'),
  plays: number(1e12, 'plays'),
  likes: number(1e12, 'likes'),
  comments: number(1e12, 'comments'),
  shares: number(1e12, 'shares'),
})

/** Clocks of the systems that write files may be slightly ahead. */
const skewMs = 300_000
const earliestMs = Date.UTC(2005, 0, 1)

export interface LinesToImport {
  importId?: string | undefined
  name: string
  firstLine: number
  lines: readonly string[]
}

/** Lines read before yielding to other work. */
const linesPerTurn = 200

/** Video files that an organization imports. Throws `hashtags.import_not_found` for another's. */
export async function getImport(importId: string, actor: Actor, { imports }: HashtagDependencies) {
  return findImport(ownerOf(actor), importId, imports)
}

export async function listImports(
  page: PageRequest,
  actor: Actor,
  { imports }: HashtagDependencies,
): Promise<HashtagImportPage> {
  const { items, total } = await imports.list(ownerOf(actor), page)
  return { items: items.map((item) => presentImport(item, [])), page: toPageInfo(page, total) }
}

/** Begins an import, or continues the one whose id is given. */
export async function importVideos(
  { importId: input, name, firstLine, lines }: LinesToImport,
  actor: Actor,
  { database, imports, clock, createId }: HashtagDependencies,
): Promise<HashtagImport> {
  const owner = ownerOf(actor)
  if (input !== undefined && (await imports.find(owner, input)) === null) throw importNotFound()
  const at = clock.now()
  const { videos, refusals, read, repeated } = await readLines({ firstLine, lines, now: at })
  const importId = input ?? createId('hti')
  await database.kysely.transaction().execute(async (trx) => {
    const set = { asOf: at, isComplete: true, countedFrom: null, notice: null }
    const setNo = await createSetsRepository(trx).save(libraryOf(owner), set)
    const repository = createImportsRepository(trx)
    if (input === undefined) await repository.begin({ id: importId, setNo, name, at })
    const { stored, renewed } = await createVideosRepository(trx).store(setNo, videos, importId)
    await repository.add(importId, { read, stored, renewed: renewed + repeated, refusals, at })
  })
  return findImport(owner, importId, imports)
}

export async function deleteImport(
  importId: string,
  actor: Actor,
  { database }: HashtagDependencies,
): Promise<{ id: string; videos: number }> {
  const deleted = await database.kysely
    .transaction()
    .execute((trx) => createImportsRepository(trx).delete(ownerOf(actor), importId))
  if (deleted === null) throw importNotFound()
  return { id: importId, ...deleted }
}

async function findImport(owner: string, importId: string, imports: ImportsRepository): Promise<HashtagImport> {
  const storedImport = await imports.find(owner, importId)
  if (storedImport === null) throw importNotFound()
  return presentImport(storedImport, await imports.listRefusals(importId))
}

/** An organization shares its imports; a person without one has their own. */
export function ownerOf({ organizationId, userId }: Actor): string {
  return organizationId ?? userId
}

/** All imports of an owner are one set. */
export function libraryOf(owner: string) {
  return { owner, origin: 'import', tag: '', geo: '', period: 0 } as const
}

async function readLines({ firstLine, lines, now }: { firstLine: number; lines: readonly string[]; now: Date }) {
  const videos = new Map<string, TaggedVideo>()
  const refusals: StoredRefusal[] = []
  let lineCount = 0
  let repeated = 0
  for (const [index, written] of lines.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    if (written.trim() === '') continue
    lineCount += 1
    const result = readImportedLine(written, now)
    if ('reason' in result) refusals.push({ line: firstLine + index, ...result })
    else {
      if (videos.has(result.nativeId)) repeated += 1
      videos.set(result.nativeId, result)
    }
  }
  return { videos: [...videos.values()], refusals, read: lineCount, repeated }
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

interface LineRefusal {
  field: string | null
  reason: string
}

function number(max: number, label: string) {
  return optional(
    z
      .number(`must be a number: ${label}`)
      .int('must be a whole number')
      .min(0, 'must not be negative; leave it out when it is unknown')
      .max(max, `must be at most ${max}`),
  )
}

function text(max: number, min = 0) {
  return z.string('must be text').min(min, 'must not be empty').max(max, `must have at most ${max} characters`)
}

/** A field that is left out or null is unknown. */
function optional<Field extends z.ZodType>(field: Field) {
  return field.nullish().transform((value) => value ?? null)
}

/** Parses a line as a video, or returns what is wrong with it. */
function readImportedLine(written: string, now: Date): TaggedVideo | LineRefusal {
  const parsed = parseLine(written)
  if (parsed === undefined) return { field: null, reason: 'is no JSON object' }
  const { data, error } = line.safeParse(parsed)
  if (data === undefined) return refuseField(error, parsed)
  const video = toVideo(data)
  return findImpossible(video, { at: Date.parse(data.time), now }) ?? video
}

function refuseField({ issues: [issue] }: z.ZodError, parsed: object): LineRefusal {
  const [field] = issue?.path ?? []
  const isMissing = typeof field === 'string' && !(field in parsed)
  return {
    field: field === undefined ? null : String(field),
    reason: isMissing ? 'is missing' : (issue?.message ?? 'is wrong'),
  }
}

function toVideo({ id, time, author, country, ...video }: z.infer<typeof line>): TaggedVideo {
  const creator = author.replace(/^@/, '').trim()
  const publishedAt = `${new Date(time).toISOString().slice(0, 19)}Z`
  return {
    nativeId: id ?? madeId([publishedAt, creator, video.text]),
    publishedAt,
    text: video.text,
    hashtags: [...new Set(video.hashtags.map(foldHashtag))],
    creator,
    creatorName: video.authorName,
    followers: video.followers,
    country: country && country.toUpperCase(),
    url: video.url,
    durationSeconds: video.durationSeconds,
    views: video.plays,
    likes: video.likes,
    comments: video.comments,
    shares: video.shares,
  }
}

/** What cannot be true of a video, or cannot be searched. */
function findImpossible(
  { hashtags, creator }: TaggedVideo,
  { at, now }: { at: number; now: Date },
): LineRefusal | null {
  if (at > now.getTime() + skewMs) return { field: 'time', reason: 'must not be in the future' }
  if (at < earliestMs) return { field: 'time', reason: 'must not be before 2005' }
  if (!hashtags.every((tag) => /^[^#\s/]{1,100}$/.test(tag)))
    return { field: 'hashtags', reason: 'must be single words without # inside, spaces or /' }
  return creator === '' ? { field: 'author', reason: 'must not be empty' } : null
}

/** The object of a line, with characters removed that databases cannot store; undefined for anything else. */
function parseLine(written: string): object | undefined {
  try {
    const value: unknown = JSON.parse(written, (_, part: unknown) =>
      typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
    )
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function madeId(parts: readonly string[]): string {
  return `line-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`
}
