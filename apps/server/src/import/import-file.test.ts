import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readConfig } from '@auspex/api'
import { ApiError } from '@auspex/sdk'
import { createRandom } from '@auspex/contract/random'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { importFiles, createLibraryTarget } from './import.command.ts'
import { importFile } from './import-file.ts'
import type { ImportTarget } from './server-target.ts'

const folder = mkdtempSync(join(tmpdir(), 'auspex-import-'))
let target: ImportTarget
beforeAll(async () => {
  target = await createLibraryTarget(readConfig({ AUSPEX_DATA: join(folder, 'data') }))
})
afterAll(async () => {
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

const row = (id: number | string, fields: object = {}) =>
  JSON.stringify({ id, source: 'a.example', title: `Row ${id}`, published_at: '2026-01-02', ...fields })
function write(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function run(path: string, to: ImportTarget = target) {
  const rejected: string[] = []
  const events = {
    progress: () => undefined,
    rejected: (line: number, reason: string) => rejected.push(`${line}: ${reason}`),
  }
  const { state, damage, alreadyDone } = await importFile(path, to, events)
  const { read, stored, duplicates, rejected: count, state: name, failure } = state
  expect(read).toBe(stored + duplicates + count)
  return { counts: [read, stored, duplicates, count], rejected, state: name, failure, damage, alreadyDone, told: state }
}

describe('importing a file', () => {
  test('a row above a limit is rejected, the others are stored and the import is completed', async () => {
    const path = write('bounds.jsonl', [row('b1', { engagement: { comments: 99_999_999_999 } }), row('b2')].join('\n'))
    expect(await run(path)).toMatchObject({
      counts: [2, 1, 0, 1],
      rejected: [expect.stringMatching(/^1: comments is above/)],
      state: 'completed',
    })
    expect(await run(path)).toMatchObject({ counts: [2, 1, 0, 1], alreadyDone: true })
  })

  test('two rows of CSV are two rows read, however many lines they span', async () => {
    const csv = 'sep=;\r\ntitle;published_at;body\r\nCsv one;2026-01-02;"a\r\nb\r\nc"\r\nCsv two;2026-01-02;d\r\n'
    expect(await run(write('two.csv', csv))).toMatchObject({ counts: [2, 2, 0, 0], state: 'completed' })
  })

  test('rows that the server refuses are rejected, and the others of the batch are stored', async () => {
    const refusing: ImportTarget = {
      ...target,
      store: (importId, batch) => {
        const errors = batch.documents.flatMap(({ title }, index) =>
          title.includes('refuse')
            ? [{ in: 'body' as const, pointer: `/documents/${index}/title`, message: 'must be kind' }]
            : [],
        )
        if (errors.length === 0) return target.store(importId, batch)
        const problem = {
          type: 'about:blank',
          title: 'Invalid',
          status: 422,
          code: 'request.invalid',
          detail: '',
          errors: errors.slice(0, 2),
        }
        throw new ApiError(
          'refused',
          { operation: 'storeImportBatch', productMessage: null },
          { status: 422, problem: problem as never },
        )
      },
    }
    const rows = Array.from({ length: 9 }, (_, n) => row(`r${n}`, n % 3 === 0 ? { title: 'refuse me' } : {}))
    const outcome = await run(write('refused.jsonl', rows.join('\n\n')), refusing)
    expect(outcome).toMatchObject({ counts: [9, 6, 0, 3], state: 'completed' })
    expect(outcome.rejected).toEqual(['1: title must be kind', '7: title must be kind', '13: title must be kind'])
  })

  test('a truncated archive stores its complete rows, is shown as failed, and fails again when repeated', async () => {
    const lines = Array.from({ length: 4000 }, (_, n) => row(`gz${n * 7919}`)).join('\n')
    const archive = gzipSync(lines)
    const path = write('cut.jsonl.gz', archive.subarray(0, archive.length >> 1))
    const first = await run(path)
    expect(first).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('ends early'),
      damage: first.failure,
    })
    expect(first.counts[1]).toBeGreaterThan(1000)
    expect(Number(first.counts[1]) % 1000).toBeGreaterThan(0) // including those of a partly filled batch
    expect(await run(path)).toMatchObject({ state: 'failed', counts: first.counts })
  })

  test('a target failure is recorded with its reason, and importing the file again resumes the import', async () => {
    const path = write('broken.jsonl', Array.from({ length: 3000 }, (_, n) => row(`x${n}`)).join('\n'))
    let batches = 0
    const failing: ImportTarget = {
      ...target,
      store: (importId, batch) =>
        (batches += 1) === 2 ? Promise.reject(new Error('the disk is full')) : target.store(importId, batch),
    }
    const finish = vi.spyOn(failing, 'finish')
    await expect(run(path, failing)).rejects.toThrow('the disk is full')
    expect(await finish.mock.results[0]?.value).toMatchObject({
      state: 'failed',
      failure: 'the disk is full',
      stored: 1000,
    })
    expect(await run(path)).toMatchObject({ counts: [3000, 3000, 0, 0], state: 'completed', failure: null })
  })

  test('batches that reach the server in another order are stored in that of the file', async () => {
    const path = write('swapped.jsonl', Array.from({ length: 2500 }, (_, n) => row(`swap${n}`)).join('\n'))
    const refused = Promise.withResolvers<void>()
    const conflict = new ApiError(
      'refused',
      { operation: 'storeImportBatch', productMessage: null },
      { status: 409, code: 'imports.out_of_order' },
    )
    let refusals = 0
    const swapping: ImportTarget = {
      ...target,
      store: async (importId, sent) => {
        if (sent.firstLine === 1) await refused.promise
        if (sent.firstLine !== 1001 || (refusals += 1) > 1) return target.store(importId, sent)
        refused.resolve()
        throw conflict
      },
    }
    expect(await run(path, swapping)).toMatchObject({ counts: [2500, 2500, 0, 0], state: 'completed' })
    expect(refusals).toBe(2)
  })

  test('a file that grows is imported as it was at the start, with a note that there is more', async () => {
    const path = write('grows.jsonl', `${row('g1')}\n${row('g2')}\n`)
    const growingTarget: ImportTarget = {
      ...target,
      start: async (file) => {
        appendFileSync(path, `${row('g3')}\n`)
        return target.start(file)
      },
    }
    expect(await run(path, growingTarget)).toMatchObject({
      counts: [2, 2, 0, 0],
      state: 'completed',
      damage: expect.stringContaining('grew'),
    })
    expect(await run(path)).toMatchObject({ counts: [3, 1, 2, 0], damage: null })
  })

  test('the import of a file that is replaced while it is read fails', async () => {
    const path = write('replaced.jsonl', `${row('p1')}\n${row('p2')}\n`)
    const replacing: ImportTarget = { ...target, start: (file) => (write('replaced.jsonl', ''), target.start(file)) }
    expect(await run(path, replacing)).toMatchObject({ state: 'failed', damage: expect.stringContaining('changed') })
  })

  test.each([1, 2, 3, 4])(
    'every row is stored, a duplicate or rejected, and the same rows again store nothing (seed %i)',
    async (seed) => {
      const { below, pick } = createRandom(seed)
      const more = Array.from({ length: 40 + below(400) }, () => {
        const id = pick([below(50), `s${seed}-${below(50)}`, null])
        return pick([
          () =>
            JSON.stringify({
              id,
              source: pick(['a.example', 'b.example', null]),
              title: `S${seed} ${below(90)}`,
              published_at: '2026-01-02',
            }),
          () => row(`${seed}-${below(30)}`, { engagement: { views: pick([1, -1, 1e16, 2.5, 'x']) } }),
          () => pick(['oops', '[]', '{}', '{"title":"x"}']),
        ])()
      })
      const rows = [row('first'), ...more] // the first line determines the format of a file
      const total = rows.length
      const first = await run(write(`rows-${seed}.jsonl`, rows.join('\n')))
      expect(first.counts[0]).toBe(total)
      expect(first.counts[3]).toBe(first.rejected.length)
      const secondResult = await run(write(`again-${seed}.jsonl`, rows.join('\n\n')))
      expect(secondResult.counts).toEqual([total, 0, total - first.rejected.length, first.rejected.length])
    },
  )
})

test('a folder, a missing file and a special file are reported before anything is imported', async () => {
  const errorLog = vi.spyOn(console, 'error').mockReturnValue(undefined)
  mkdirSync(join(folder, 'news'))
  expect(await importFiles([join(folder, 'news'), join(folder, 'absent.jsonl'), '/dev/null'])).toBe(2)
  const text = errorLog.mock.calls.flat().join('\n')
  errorLog.mockRestore()
  expect(text).toMatch(
    /news is a folder.*\n.*no such file.*absent\.jsonl\n.*\/dev\/null is not a file on disk.*\nNothing was imported/,
  )
})
