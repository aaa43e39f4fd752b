import type { Export, SearchState } from '@auspex/sdk/types'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleLibrary } from '../testing/sample-library.ts'
import { type Bundle, UnreadableBundleError, readBundle } from './bundle/read-bundle.ts'
import { isVerified, verifyBundle } from './bundle/verify-bundle.ts'

let bytes: Uint8Array
let bundle: Bundle
let files: Record<string, Uint8Array>
const folder = mkdtempSync(join(tmpdir(), 'auspex-verify-'))

beforeAll(async () => {
  bytes = await exportBundle()
  bundle = readBundle(bytes)
  files = unzipSync(bytes)
})
afterAll(() => rmSync(folder, { recursive: true }))

type Json = Record<string, unknown>
const jsonOf = (name: string): Json => JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Json

/** The bundle with changed files and matching hashes, as a forger would make it. */
function reseal(changes: Record<string, string>, manifest: Json = jsonOf('manifest.json')): Uint8Array {
  const all = { ...files, ...Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, strToU8(text)])) }
  const { 'manifest.json': _own, ...others } = all
  const listed = Object.entries(others).map(([name, file]) => [
    name,
    { sha256: createHash('sha256').update(file).digest('hex'), bytes: file.length },
  ])
  return zipSync({
    ...others,
    'manifest.json': strToU8(JSON.stringify({ ...manifest, files: Object.fromEntries(listed) as Json })),
  })
}

/** Pointers of the leaves of a value; for a list, those of its first entry. */
function leavesOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const entries = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value)
  return entries.flatMap(([key, part]) => leavesOf(part, `${pointer}/${key}`))
}

/** A copy in which the leaf at the pointer has another value of the same type. */
function change<T>(value: T, pointer: string): T {
  const copy = structuredClone(value)
  const steps = pointer.split('/').slice(1)
  const last = steps.pop() ?? ''
  const parent = steps.reduce<Json>((at, step) => at[step] as Json, copy as Json)
  const leaf = parent[last]
  if (typeof leaf === 'number') parent[last] = leaf + 1
  else if (typeof leaf === 'boolean') parent[last] = !leaf
  else if (leaf === null) parent[last] = 'something'
  else parent[last] = last === 'provenance' ? 'demo' : `${leaf as string}x` // a leaf has no other type
  return copy
}

function readAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Json)[step], value)
}

/** The places that verification reports; for an unreadable bundle, its error message. */
function placesOf(content: Uint8Array): string[] {
  try {
    const { differences, changedFiles } = verifyBundle(readBundle(content))
    return [...differences.map(({ pointer }) => pointer), ...changedFiles]
  } catch (error) {
    if (error instanceof UnreadableBundleError) return [error.message]
    throw error
  }
}

/** A bundle of another format or version is not read at all. */
const isUnread = new Set(['format', 'version'])

describe('a modified bundle is not verified', () => {
  test('whatever field of the manifest was changed, and the field is named', () => {
    const manifest = jsonOf('manifest.json')
    const fields = leavesOf(manifest)
    expect(fields.length).toBeGreaterThan(40)
    for (const field of fields) {
      const faultPlaces = placesOf(
        zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify(change(manifest, field))) }),
      )
      const [, first = '', second = ''] = field.split('/')
      const expectedPlace = first === 'files' ? second : isUnread.has(first) ? 'bundle' : `/manifest${field}`
      expect([field, faultPlaces]).toEqual([field, expect.arrayContaining([expect.stringContaining(expectedPlace)])])
    }
  })

  test('whatever number of the report or its claims was changed, even if hashes match, and the number is named', () => {
    const numbersOf = (value: unknown) => leavesOf(value).filter((at) => typeof readAt(value, at) === 'number')
    // the measuring time cannot be recounted
    const numbers = numbersOf(bundle.report).filter((pointer) => pointer !== '/computeMs')
    expect(numbers.length).toBeGreaterThan(90)
    const forged = numbers.map((pointer) => ({
      pointer,
      report: change(bundle.report, pointer),
      claims: bundle.claims,
    }))
    for (const at of numbersOf(bundle.claims))
      forged.push({ pointer: `/claims${at}`, report: bundle.report, claims: change(bundle.claims, at) })
    for (const { pointer, ...changed } of forged) {
      const { differences } = verifyBundle({ ...bundle, ...changed })
      expect([pointer, differences.map((difference) => difference.pointer)]).toEqual([
        pointer,
        expect.arrayContaining([pointer]),
      ])
    }
  })

  test.each([
    ['title', (text: string) => text.replaceAll('"title": "oat milk"', '"title": "soy milk"'), '/manifest/query/title'],
    [
      'label of real and demo',
      (text: string) => text.replaceAll('"provenance": "real"', '"provenance": "demo"'),
      '/manifest/provenance',
    ],
    [
      'first day',
      (text: string) => text.replaceAll('"startDate": null', '"startDate": "2026-01-01"'),
      '/manifest/signalId',
    ],
  ])('when its %s was changed in every file and all hashes match', (_, forge, place) => {
    const of = (name: string) => forge(strFromU8(files[name] ?? new Uint8Array()))
    const changes = Object.fromEntries(['report.json', 'inputs.json', 'README.txt'].map((name) => [name, of(name)]))
    const forged = reseal(changes, JSON.parse(of('manifest.json')) as Json)
    expect(placesOf(forged)).toContain(place)
  })

  test.each(['README.txt', 'runs.json', 'formulas.json'])('when the text of %s does not match the report', (name) => {
    const text = name === 'README.txt' ? 'Everything is real.' : '[{"source":"rss"}]'
    expect(placesOf(reseal({ [name]: text }))).toEqual(expect.arrayContaining([expect.stringContaining(`/${name}`)]))
  })

  test('but an unchanged one that was packed again is', () => {
    expect(isVerified(verifyBundle(readBundle(reseal({}))))).toBe(true)
  })
})

describe('a malicious ZIP', () => {
  const zeros = new Uint8Array(64 * 1024 * 1024)

  test('is not opened when it expands to far more than it declares', () => {
    expect(() => readBundle(zipSync({ ...files, 'documents.jsonl': zeros }))).toThrow(/far more than it declares/)
  })

  test('is inflated no further than its directory declares', () => {
    const bomb = zipSync({ ...files, 'documents.jsonl': zeros })
    const packed = Buffer.from(bomb.buffer, bomb.byteOffset, bomb.byteLength)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(zeros.length)
    const small = Buffer.alloc(4)
    small.writeUInt32LE(1000)
    for (let at = packed.indexOf(size); at !== -1; at = packed.indexOf(size, at + 4)) small.copy(packed, at)
    expect(() => readBundle(packed)).toThrow(UnreadableBundleError)
  })

  test.each(['../../etc/passwd', '/etc/passwd', 'C:\\evil.txt', 'a/b.json', '.hidden', '\u001B[2J', '__proto__/x'])(
    'is refused for a path outside the bundle: %j',
    (name) => {
      expect(() => readBundle(zipSync({ ...files, [name]: strToU8('x') }))).toThrow(/would lie elsewhere/)
    },
  )

  test('is refused for more files than a bundle has, and for duplicate names', () => {
    const entries = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}.txt`, strToU8('x')]))
    expect(() => readBundle(zipSync({ ...files, ...entries }))).toThrow(/more files/)
    const twice = Buffer.from(zipSync({ ...files, 'repost.json': strToU8('{}') }))
    for (let at = twice.indexOf('repost.json'); at !== -1; at = twice.indexOf('repost.json'))
      twice.write('report.json', at)
    expect(() => readBundle(twice)).toThrow(/two files of the name report.json/)
  })

  test('with an extra file is refused by the name of that file', () => {
    expect(placesOf(zipSync({ ...files, 'more.txt': strToU8('x') }))).toEqual(['more.txt'])
  })
})

// each test starts the command, which takes seconds on a busy machine
describe('npm run verify', () => {
  function verify(content: Uint8Array) {
    const path = join(folder, 'bundle.zip')
    writeFileSync(path, content)
    const auspex = join(import.meta.dirname, '../../../../../server/src/main.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [auspex, 'verify', path], { encoding: 'utf8' })
    return { status, printed: stdout + stderr }
  }
  // oxlint-disable-next-line no-control-regex -- matches the characters that a terminal would interpret
  const obeyed = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/

  test('prints no terminal control sequences from a bundle', () => {
    const evil = '\u001B[2J\u001B]0;owned\u0007\u009B31m\u202Everified\u2066\u0000\r\n  1000 of 1000 numbers equal'
    const manifest = jsonOf('manifest.json')
    const query = { ...(manifest['query'] as Json), title: evil }
    const { status, printed } = verify(
      reseal({}, { ...manifest, query, computedAt: evil, software: evil, signalId: evil }),
    )
    expect(status).toBe(1)
    expect(printed).not.toMatch(obeyed)
    expect(printed).not.toMatch(/^ {2}1000 of 1000/m)
    expect(printed).toContain('/manifest/query/title')
    const named = verify(reseal({ [`documents.jsonl`]: 'no JSON' }, { ...manifest, version: evil }))
    expect([named.status, obeyed.test(named.printed)]).toEqual([2, false])
  })

  test('reports in one line that the files do not have the shape of a bundle', () => {
    const { status, printed } = verify(reseal({ 'inputs.json': 'null', 'claims.json': '[null]' }))
    expect([status, printed.trim().split('\n').length]).toEqual([2, 1])
  })

  test('names a changed title, and says whether the documents are real', () => {
    const manifest = jsonOf('manifest.json')
    const result = verify(bytes)
    expect([result.status, result.printed]).toEqual([0, expect.stringContaining('92 real documents')])
    const forged = verify(reseal({}, { ...manifest, provenance: 'demo' }))
    expect([forged.status, forged.printed]).toEqual([1, expect.stringContaining('/manifest/provenance')])
  })

  describe('of a bundle by a version that words its notes in another way', () => {
    const reword = (rewrite: (text: string) => string) => {
      const report = structuredClone(bundle.report)
      report.stage.reason = rewrite(report.stage.reason)
      report.summary.note = `Please note: ${report.summary.note}`
      return verify(reseal({ 'report.json': JSON.stringify(report) }))
    }

    test('says that only words differ, shows them, and exits with a status of its own', () => {
      const { status, printed } = reword((text) => text.replace('Momentum is', 'Its momentum is'))
      expect(printed).toContain('2 sentences are worded differently by this version; every number is equal')
      expect(printed).toContain('/stage/reason: in the bundle "Its momentum is')
      expect(printed).toContain('by this version "Momentum is')
      expect(status).toBe(3)
    })

    test('fails as before when a number in a sentence is another one', () => {
      const { status, printed } = reword((text) => text.replace('85%', '58%'))
      expect(printed).toMatch(/\/stage\/reason: shown ".*58%.*", counted ".*85%/)
      expect(printed).not.toContain('every number is equal')
      expect(status).toBe(1)
    })
  })
})

/** The bytes of a bundle of the sample library's report, exported by the real server. */
async function exportBundle(): Promise<Uint8Array> {
  const api = await createTestApi({ config: { sources: 'live' }, jobs: true })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(sampleLibrary)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  const post = async <T>(path: string, body: object) =>
    (await api.request({ method: 'POST', path, as: 'mira', body })).json<T>()
  let search = await post<SearchState>('/explore/topicQuery', { query_term: 'oat milk' })
  while (search.finishedAt === null)
    search = await post<SearchState>('/explore/getQueryStatus', { request_id: search.request_id })
  let exported = await post<Export>('/exports', { kind: 'signal', id: search.signal_id, format: 'bundle' })
  while (exported.status !== 'complete')
    exported = (await api.request({ method: 'GET', path: `/exports/${exported.id}`, as: 'mira' })).json<Export>()
  const file = await api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })
  await api.close()
  return file.rawPayload
}
