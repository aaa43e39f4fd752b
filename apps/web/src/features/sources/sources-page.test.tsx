import type { SourceInfo, SourceKey } from '@auspex/sdk'
import {
  createSourceProbeMockHandler,
  getMeMockHandler,
  getMeResponseMock,
  listImportsMockHandler,
  listSourceProbesMockHandler,
  listSourcesMockHandler,
  listSourcesMockHandler500,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

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
  test('each says what is held, its terms, how it answered, and what it needs', async () => {
    renderApp('/sources')
    const pubmed = await rowOf('PubMed')
    expect(pubmed.getByText('214 documents')).toBeTruthy()
    expect(pubmed.getByText('Answers')).toBeTruthy()
    expect(pubmed.getByText(/Credited as “Courtesy/)).toBeTruthy()
    const edgar = await rowOf('SEC EDGAR')
    expect(edgar.getByText('Needs a setting')).toBeTruthy()
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
    expect(await pubmed.findByText('Asked to wait')).toBeTruthy()
    expect(pubmed.getByText(/answered 429/)).toBeTruthy()
    expect(pubmed.getByText(/Wait 30 s/)).toBeTruthy()
  })

  test('all are probed, one that breaks stops none, and the page says how many answer', async () => {
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

  test('when nothing can be reached, the page blames the way there and not the sources', async () => {
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
    expect((await screen.findByRole('note')).textContent).toMatch(/None of the sources can be reached/)
  })

  test('a list that fails says so and can be asked for again', async () => {
    server.use(listSourcesMockHandler500())
    const { user } = renderApp('/sources')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Error while loading data' })).toBeTruthy()
  })

  test('without any source it says what to do', async () => {
    server.use(listSourcesMockHandler({ items: [] }))
    renderApp('/sources')
    expect(await screen.findByRole('heading', { name: 'No sources' })).toBeTruthy()
  })

  test('who may import sends the closes of a file once every line can be read, and sees what is stored', async () => {
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
