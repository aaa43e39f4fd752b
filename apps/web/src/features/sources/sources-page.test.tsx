import type { SourceInfo, SourceKey } from '@auspex/sdk'
import {
  createSourceProbeMockHandler,
  getMeMockHandler,
  getMeResponseMock,
  listImportsMockHandler,
  listSourceProbesMockHandler,
  listSourcesMockHandler,
  listSourcesMockHandler500,
  listImportsResponseMock,
  previewImportDeletionMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, beforeEach } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { parseCloses } from './import-prices-form.tsx'

const sourceNamed = (key: SourceKey): SourceInfo => ({
  key,
  label: key,
  kind: 'documents',
  enabled: true,
  documents: 0,
  firstDay: null,
  lastDay: null,
  homepage: null,
  licence: null,
  attribution: null,
  rate: null,
  reach: null,
  needsKey: false,
  keyName: null,
  keyAdvice: null,
  configured: true,
})

const rowOf = async (name: string) => {
  const title = await screen.findByRole('rowheader', { name: new RegExp(`^${name}`) })
  const row = title.closest('tr')
  if (row === null) throw new Error(`${name} has no row`)
  return within(row)
}

describe('sources', () => {
  test('each shows its documents, its terms, its last response, and what it needs', async () => {
    renderApp('/sources')
    const pubmed = await rowOf('PubMed')
    expect(pubmed.getByText('214 documents')).toBeTruthy()
    expect(pubmed.getByText('Answers')).toBeTruthy()
    expect(pubmed.getByText(/Credited as “Courtesy/)).toBeTruthy()
    const edgar = await rowOf('SEC EDGAR')
    expect(edgar.getByText('Needs setup')).toBeTruthy()
    expect(edgar.getByText('AUSPEX_CONTACT')).toBeTruthy()
    const group = screen.getByRole('table', { name: 'Not in use here' })
    expect(within(group).getByRole('rowheader', { name: /SEC EDGAR/ })).toBeTruthy()
  })

  test('a probe that fails shows the reason and what to do', async () => {
    server.use(
      createSourceProbeMockHandler({
        source: 'pubmed',
        status: 'rate_limited',
        reason: 'The source answered 429: too many requests.',
        advice: 'Wait 30 s and probe again; searches wait by themselves.',
        durationMs: 230,
        retryAfterMs: 30_000,
        probedAt: '2026-11-21T08:00:00Z',
      }),
    )
    const { user } = renderApp('/sources')
    const pubmed = await rowOf('PubMed')
    await user.click(pubmed.getByRole('button', { name: 'Check PubMed' }))
    expect(await pubmed.findByText('Rate limited')).toBeTruthy()
    expect(pubmed.getByText(/answered 429/)).toBeTruthy()
    expect(pubmed.getByText(/Wait 30 s/)).toBeTruthy()
  })

  test('all are probed even if one fails, and the page says how many respond', async () => {
    const probes: string[] = []
    server.use(
      http.post(`${apiUrl}/sourceProbes`, async ({ request }) => {
        const { source } = (await request.json()) as { source: string } // the client's own body
        probes.push(source)
        if (source === 'sec_edgar') return HttpResponse.json({}, { status: 500 })
        const unasked = { reason: null, advice: null, durationMs: 12, retryAfterMs: null }
        return HttpResponse.json({ source, status: 'ok', probedAt: '2026-11-21T08:00:00Z', ...unasked })
      }),
    )
    const { user } = renderApp('/sources')
    await user.click(await screen.findByRole('button', { name: 'Check all' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Of 1 source: 1 answering'))
    expect(probes.toSorted()).toEqual(['pubmed', 'sec_edgar'])
    expect(await screen.findByRole('button', { name: 'Check all' })).toBeTruthy()
  })

  test('if no source is reachable, the page blames the network and not the sources', async () => {
    const down = {
      status: 'upstream_down',
      reason: 'Its address cannot be found.',
      advice: null,
      durationMs: 3,
    } as const
    const items = (['pubmed', 'arxiv', 'sec_edgar'] as const).map((key) => ({ ...sourceNamed(key), enabled: true }))
    server.use(
      listSourcesMockHandler({ items }),
      listSourceProbesMockHandler({
        items: items.map(({ key }) => ({
          ...down,
          source: key,
          retryAfterMs: null,
          probedAt: '2026-11-21T08:00:00Z',
        })),
      }),
    )
    renderApp('/sources')
    expect((await screen.findByRole('note')).textContent).toMatch(/No source can be reached/)
  })

  test('a failed list says so and can be retried', async () => {
    server.use(listSourcesMockHandler500())
    const { user } = renderApp('/sources')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Error while loading sources' })).toBeTruthy()
  })

  test('without any source it says what to do', async () => {
    server.use(listSourcesMockHandler({ items: [] }))
    renderApp('/sources')
    expect(await screen.findByRole('heading', { name: 'No sources' })).toBeTruthy()
  })

  test('an importer sends the closes of a file once every line is valid, and sees what is stored', async () => {
    const imports: unknown[] = []
    const me = getMeResponseMock()
    server.use(
      getMeMockHandler({ ...me, roles: ['member', 'importer'] }),
      listImportsMockHandler(),
      http.post(`${apiUrl}/closes`, async ({ request }) => {
        imports.push(await request.json())
        const stored = { symbol: 'FJRD', market: 'stock', days: 612, firstDay: '2024-06-03', lastDay: '2026-11-20' }
        return HttpResponse.json(stored)
      }),
    )
    const { user } = renderApp('/sources')
    await user.click(await screen.findByRole('button', { name: 'Import closing prices' }))
    const form = within(screen.getByRole('form', { name: 'Import closing prices' }))
    await user.type(form.getByLabelText('Symbol'), 'fjrd')
    const text = form.getByLabelText('Date and closing price, one per line')
    await user.click(text)
    await user.paste('date,close\n2026-11-19,14.35\n2026-11-20,cheap')
    expect((await form.findByRole('alert')).textContent).toMatch(/Line 3 “cheap” is not a price/)
    await user.click(form.getByRole('button', { name: 'Import' }))
    expect(imports).toEqual([])
    await user.clear(text)
    await user.paste('date,close\n2026-11-19,14.35\n2026-11-20,14.81')
    await user.click(await form.findByRole('button', { name: 'Import 2 days' }))
    expect(await form.findByText(/has 612 days now, 3 Jun 2024/)).toBeTruthy()
    expect(imports).toEqual([
      expect.objectContaining({
        symbol: 'FJRD',
        closes: [
          { day: '2026-11-19', close: 14.35 },
          { day: '2026-11-20', close: 14.81 },
        ],
      }),
    ])
  })
})

const imports = listImportsResponseMock()
const preview = { id: 'imp_5k2m9p', name: 'news.jsonl.gz', documents: 1140, kept: 10, isDeleted: false }

beforeEach(() =>
  server.use(
    getMeMockHandler({ ...getMeResponseMock(), roles: ['member', 'importer'] }),
    listImportsMockHandler(imports),
    previewImportDeletionMockHandler(preview),
  ),
)

const openDeletion = async () => {
  const { user } = renderApp('/sources')
  await user.click(await screen.findByRole('button', { name: 'Delete news.jsonl.gz…' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Delete news.jsonl.gz?' })) }
}

describe('imported files', () => {
  test('show the result of each', async () => {
    renderApp('/sources')
    const table = within(await screen.findByRole('table', { name: 'Imported files' }))
    const cells = within(table.getByRole('row', { name: /news.jsonl.gz/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent).slice(0, 3)).toEqual(['1,150', '40', '10'])
  })

  test('are hidden from people who may not import', async () => {
    server.use(getMeMockHandler({ ...getMeResponseMock(), roles: ['member'] }))
    renderApp('/sources')
    expect(await screen.findByRole('heading', { name: 'Your own closing prices' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Imported files' })).toBeNull()
  })

  test('have an empty state that explains how to import', async () => {
    server.use(listImportsMockHandler({ items: [], page: { ...imports.page, total: 0, totalPages: 0 } }))
    renderApp('/sources')
    expect(await screen.findByText(/No file has been imported yet/)).toBeTruthy()
  })

  test('are deleted after a confirmation that counts what leaves and what stays, with progress', async () => {
    let answerDeletion = (): void => undefined
    server.use(
      http.delete(
        `${apiUrl}/imports/imp_5k2m9p`,
        () =>
          new Promise<Response>((resolve) => {
            answerDeletion = () => resolve(HttpResponse.json({ ...preview, isDeleted: true }))
          }),
      ),
    )
    const { user, dialog } = await openDeletion()
    expect(await dialog.findByText(/1,140 documents leave the library/)).toBeTruthy()
    expect(dialog.getByText(/10 documents stay, because another import has them too/)).toBeTruthy()
    server.use(previewImportDeletionMockHandler({ ...preview, documents: 640 }))
    await user.click(dialog.getByRole('button', { name: 'Delete 1,140 documents' }))
    expect(await dialog.findByText('500 of 1,140 documents deleted')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('progressbar', { name: 'Documents deleted' }), 'it stays until it is done').toBeTruthy()
    answerDeletion()
    expect(
      await screen.findByText(
        'news.jsonl.gz was deleted: 1,140 documents left the library, 10 stay with another import.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('without documents of their own are only removed from the list', async () => {
    server.use(
      previewImportDeletionMockHandler({ ...preview, documents: 0, kept: 3 }),
      http.delete(`${apiUrl}/imports/imp_5k2m9p`, () =>
        HttpResponse.json({ ...preview, documents: 0, kept: 3, isDeleted: true }),
      ),
    )
    const { user, dialog } = await openDeletion()
    expect(await dialog.findByText(/No documents leave the library/)).toBeTruthy()
    expect(dialog.getByText(/3 documents stay/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete the entry' }))
    expect(
      await screen.findByText('news.jsonl.gz was deleted: no document left the library, 3 stay with another import.'),
    ).toBeTruthy()
  })

  test('of which one document stays say so in the singular', async () => {
    server.use(
      http.delete(`${apiUrl}/imports/imp_5k2m9p`, () =>
        HttpResponse.json({ ...preview, documents: 1, kept: 1, isDeleted: true }),
      ),
    )
    const { user, dialog } = await openDeletion()
    await user.click(await dialog.findByRole('button', { name: 'Delete 1,140 documents' }))
    expect(
      await screen.findByText('news.jsonl.gz was deleted: 1 document left the library, 1 stays with another import.'),
    ).toBeTruthy()
  })

  test('show the last page that is left after the only file of a page was deleted', async () => {
    const [file] = imports.items
    let total = 21
    server.use(
      http.get(`${apiUrl}/imports`, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
        const items = Array.from({ length: total }, (_, index) => ({
          ...file,
          id: `imp_${index}`,
          name: `file-${index + 1}.jsonl`,
        }))
        return HttpResponse.json({
          items: items.slice((page - 1) * 20, page * 20),
          page: { ...imports.page, page, perPage: 20, total, totalPages: Math.ceil(total / 20) },
        })
      }),
      http.delete(`${apiUrl}/imports/imp_20`, () => {
        total = 20
        return HttpResponse.json({ ...preview, id: 'imp_20', name: 'file-21.jsonl', isDeleted: true })
      }),
    )
    const { user } = renderApp('/sources')
    const section = within(await screen.findByRole('region', { name: 'Imported files' }))
    await user.click(await section.findByRole('button', { name: 'Next page' }))
    await user.click(await section.findByRole('button', { name: 'Delete file-21.jsonl…' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 1,140 documents' }))
    expect(await section.findByRole('row', { name: /file-20.jsonl/ })).toBeTruthy()
  })

  test('of an older version cannot be deleted, and the dialog says why', async () => {
    server.use(previewImportDeletionMockHandler({ ...preview, documents: null, kept: 0 }))
    const { dialog } = await openDeletion()
    expect(await dialog.findByText(/without recording which documents came from it/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /^Delete \d/ })).toBeNull()
  })

  test('whose deletion was interrupted say that it can continue', async () => {
    server.use(http.delete(`${apiUrl}/imports/imp_5k2m9p`, () => HttpResponse.json({}, { status: 400 })))
    const { user, dialog } = await openDeletion()
    await user.click(await dialog.findByRole('button', { name: 'Delete 1,140 documents' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Delete it again to continue')
  })
})

describe('reading closing prices', () => {
  test('a header determines the columns of day and price, whatever the separator', () => {
    expect(parseCloses('\uFEFFDate,Open,Close\r\n2026-11-19,14.1,14.35\r\n"2026-11-20",14.4,"14.81"\r\n')).toEqual({
      closes: [
        { day: '2026-11-19', close: 14.35 },
        { day: '2026-11-20', close: 14.81 },
      ],
      faults: [],
    })
    expect(parseCloses('2026-11-19;14,35\n2026-11-20T00:00:00Z;14,81').closes).toEqual([
      { day: '2026-11-19', close: 14.35 },
      { day: '2026-11-20', close: 14.81 },
    ])
  })

  test('each line that cannot be read says its number and what to write', () => {
    const { closes, faults } = parseCloses(
      'day,close\n2026-02-31,1\n2026-11-18,abc\n2026-11-19,2\n2026-11-19,3\n\n2026-11-20,0',
    )
    expect(closes).toEqual([{ day: '2026-11-19', close: 2 }])
    expect(faults.map(({ line }) => line)).toEqual([2, 3, 5, 7])
    expect(faults[0]?.what).toBe('“2026-02-31” is not a date. Write it like 2026-11-20.')
  })

  test('a header without both columns is one error instead of one for every line', () => {
    expect(parseCloses('open,high\n1,2\n3,4').faults).toEqual([
      { line: 1, what: 'The header has no “date” or “close” column. Name both, or leave the header out.' },
    ])
  })
})
