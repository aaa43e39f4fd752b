import type { Portfolio } from '@auspex/sdk'
import {
  createExportResponseMock,
  getPortfolioMockHandler,
  getPortfolioMockHandler404,
  getPortfolioMockHandler500,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import {
  address,
  example,
  recordRequests,
  openPortfolio,
  staleAnswer,
  trendNames,
  trendRow,
} from '../../test/portfolio-page.ts'

describe('a portfolio', () => {
  test('shows level, growth, stage, tone and latest event of each trend', async () => {
    await openPortfolio()
    const row = trendRow('oat milk')?.textContent ?? ''
    for (const words of ['4.14 a day', '4 on 20 Nov 2026', '×1.80', '1.30–2.50', 'Rising', 'Positive', '+0.12'])
      expect(row).toContain(words)
    expect(row).toContain('Oat milk prices rise as harvest fails')
    expect(row).toContain('×3.50 the usual')
  })

  test('a stage explains that it describes a share of the collected documents', async () => {
    const [first] = example.trends
    if (!first) throw new Error('The example has trends')
    await openPortfolio({ ...example, trends: [{ ...first, stage: 'declining' }] })
    expect(screen.getByText('Declining', { selector: 'span' }).getAttribute('aria-description')).toMatch(
      /^Falling as a share of everything collected/,
    )
  })

  test('an unknown value says so and why, and is never 0', async () => {
    const [first] = example.trends
    if (!first) throw new Error('The example has trends')
    const unmeasured = {
      ...first,
      level: null,
      momentum: null,
      momentumReason: 'Too few days.',
      stage: null,
      tone: null,
    }
    await openPortfolio({ ...example, trends: [unmeasured] })
    const row = trendRow('oat milk')?.textContent ?? ''
    expect(row.match(/unknown/g)).toHaveLength(4)
    expect(row).not.toMatch(/(?:^|\D)0(?:\D|$)/)
  })

  test('a trend that could not be measured says why', async () => {
    const [first] = example.trends
    if (!first) throw new Error('The example has trends')
    const outcome = {
      state: 'failed' as const,
      code: 'x.y',
      reason: 'The query is too costly.',
      at: '2026-11-21T08:00:00Z',
    }
    await openPortfolio({ ...example, trends: [{ ...first, outcome }] })
    expect(trendRow('oat milk')?.textContent).toContain('The query is too costly.')
    expect(screen.getByText(/^One trend could not be measured/)).toBeTruthy()
  })

  test('a long list can be filtered by trends that could not be measured', async () => {
    const outcome = { state: 'failed' as const, code: 'x.y', reason: 'Too costly.', at: '2026-11-21T08:00:00Z' }
    const { user } = await openPortfolio({
      ...example,
      trends: example.trends.map((trend, index) => (index === 1 ? { ...trend, outcome } : trend)),
    })
    await user.click(screen.getByRole('button', { name: 'Show it' }))
    await waitFor(() => expect(trendNames()).toEqual(['matcha']))
    await user.click(screen.getByRole('button', { name: 'Show all trends' }))
    await waitFor(() => expect(trendNames()).toEqual(['oat milk', 'matcha']))
  })

  test('an empty portfolio explains how to add signals', async () => {
    await openPortfolio({ ...example, trends: [], trendCount: 0 })
    expect(screen.getByRole('heading', { name: 'Nothing saved yet' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', true)
  })

  test('somebody else’s portfolio is not found', async () => {
    server.use(getPortfolioMockHandler404())
    renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Portfolio not found' })).toBeTruthy()
  })

  test('a failure can be retried', async () => {
    server.use(getPortfolioMockHandler500())
    const { user } = renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Error while getting Portfolios' })).toBeTruthy()
    server.use(getPortfolioMockHandler(example))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: example.title })).toBeTruthy()
  })

  test('of 500 trends only the visible ones are rendered', async () => {
    const [first] = example.trends
    if (!first) throw new Error('The example has trends')
    const trends = Array.from({ length: 500 }, (_, index) => ({
      ...first,
      id: `tr_n${index}`,
      title: `topic ${index}`,
    }))
    await openPortfolio({ ...example, trends, trendCount: 500 })
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('501')
    expect(screen.getAllByRole('rowheader').length).toBeLessThan(60)
  })
})

test('a portfolio is exported as a file, and a failed export can be retried', async () => {
  const { user } = await openPortfolio()
  const formats: unknown[] = []
  server.use(
    http.post(`${apiUrl}/exports`, async ({ request }) => {
      formats.push(await request.json())
      return HttpResponse.json({ ...createExportResponseMock(), status: 'failed', reason: 'Something went wrong.' })
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^PDF/ }))
  expect(await screen.findByText('Something went wrong.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const order = { kind: 'portfolio', id: example.id, format: 'pdf' }
  await waitFor(() => expect(formats).toEqual([order, order]))
})

describe('working with trends', () => {
  test('a header sorts, a second press reverses the order, and the URL stores it', async () => {
    const { user, location } = await openPortfolio()
    await user.click(screen.getByRole('button', { name: 'Level' }))
    await waitFor(() => expect(trendNames()).toEqual(['matcha', 'oat milk']))
    await user.click(screen.getByRole('button', { name: 'Level' }))
    await waitFor(() => expect(trendNames()).toEqual(['oat milk', 'matcha']))
    expect(location().search).toEqual({ sort: 'level', order: 'up' })
  })

  test('a hidden column stays hidden when the portfolio is opened again', async () => {
    const { user, unmount } = await openPortfolio()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Tone', hidden: true }))
    expect(screen.queryByRole('columnheader', { name: /^Tone/ })).toBeNull()
    unmount()
    await openPortfolio()
    expect(screen.getByRole('columnheader', { name: /^Level/ })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: /^Tone/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Columns (5 of 6)' })).toBeTruthy()
  })

  test('two selected trends can be compared', async () => {
    const { user } = await openPortfolio()
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    const bar = within(screen.getByRole('region', { name: 'Selected trends' }))
    expect(bar.getByText('2 trends selected')).toBeTruthy()
    expect(bar.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
      '/compare?signals=sig_k2m4p6q8,sig_m4t6c8h2',
    )
  })

  test('removed trends are restored by undo; otherwise one request removes all of them', async () => {
    const { user } = await openPortfolio()
    const sent = recordRequests('/portfolio/removeTrendBulk', { body: { items: [] } })
    await user.click(screen.getByRole('checkbox', { name: 'Select matcha' }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(trendNames()).toEqual(['oat milk']))
    await user.keyboard('z')
    await waitFor(() => expect(trendNames()).toEqual(['oat milk', 'matcha']))
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(sent).toEqual([{ id: example.id, trendIds: ['tr_o1m2k3', 'tr_m7t8c9'] }]))
  })

  test('moved trends are first added to the other portfolio, and undo removes them again', async () => {
    const { user } = await openPortfolio()
    const added = recordRequests('/portfolio/addTrendsBulk', {
      body: { items: [{ ...example.trends[1], id: 'tr_copy' }] },
    })
    const removed = recordRequests('/portfolio/removeTrendBulk', { body: { items: [] } })
    await user.click(screen.getByRole('button', { name: 'More for matcha' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to' }))
    await user.click(await dialog.findByRole('button', { name: /Coffee at home/ }))
    expect(await screen.findByText('“matcha” moved to Coffee at home.')).toBeTruthy()
    expect(added).toEqual([{ id: 'pf_c4f5e6', trends: [{ signalId: 'sig_m4t6c8h2', title: 'matcha' }] }])
    expect(trendNames()).toEqual(['oat milk'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(removed).toEqual([{ id: 'pf_c4f5e6', trendIds: ['tr_copy'] }]))
    expect(trendNames()).toEqual(['oat milk', 'matcha'])
  })

  test('a trend can have its own cover', async () => {
    const [first] = example.trends
    if (!first) throw new Error('The example has trends')
    const { user } = await openPortfolio({ ...example, trends: [{ ...first, cover: null }] })
    const sent: string[] = []
    server.use(
      http.post(`${apiUrl}/portfolio/topic/:id/:trendId`, ({ request }) => {
        sent.push(request.headers.get('content-type') ?? '')
        return HttpResponse.json({ ...first, cover: '/images/img_p1a2m3' })
      }),
    )
    await user.click(screen.getByRole('button', { name: `More for ${first.title}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Set a cover…' }))
    const dialog = within(await screen.findByRole('dialog', { name: `Cover for “${first.title}”` }))
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save.hasAttribute('disabled')).toBe(true)
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (input) await user.upload(input, new File(['GIF89a'], 'cover.gif', { type: 'image/gif' }))
    await user.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([expect.stringContaining('multipart/form-data')])
  })

  test('the summary counts trends by stage, growth and tone', async () => {
    await openPortfolio(example, `${address}?view=summary`)
    const rowsOf = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
    expect(rowsOf('Trends by stage')).toEqual(expect.arrayContaining(['Rising1', 'Steady1', 'Emerging0', 'Unknown0']))
    expect(rowsOf('Trends by growth')).toEqual([
      'More, or a larger share1',
      'Fewer, or a smaller share0',
      'Unclear1',
      'Unknown0',
    ])
    expect(rowsOf('Trends by tone')[0]).toBe('Positive2')
  })

  test('the weeks view marks an uncovered week instead of showing 0', async () => {
    const [first] = example.trends
    if (!first) throw new Error('The example has trends')
    const weeks = first.weeks.map((week, index) => (index === 1 ? { ...week, documents: null, coveredDays: 0 } : week))
    await openPortfolio({ ...example, trends: [{ ...first, weeks }] }, `${address}?view=weeks`)
    const cells = within(screen.getByRole('table', { name: 'Documents a week of each trend' })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['12', 'not covered', '22', '21'])
  })

  test('the weeks view scrolls hundreds of trends under the months, and renders only the visible ones', async () => {
    const trends = Array.from({ length: 500 }, (_, index) => ({
      ...example.trends[0],
      id: `tr_${index}`,
      title: `tea ${index}`,
    })) as Portfolio['trends']
    await openPortfolio({ ...example, trends, trendCount: 500 }, `${address}?view=weeks`)
    const table = screen.getByRole('table', { name: 'Documents a week of each trend' })
    expect(table.getAttribute('aria-rowcount')).toBe('501')
    expect(within(table).getByRole('rowheader', { name: 'tea 0' })).toBeTruthy()
    expect(within(table).getAllByRole('rowheader').length).toBeLessThan(60)
    expect(screen.getByRole('region', { name: 'Trends by week' }).contains(table)).toBe(true)
  })
})

describe('a new name', () => {
  const rename = async (...answers: { status?: number; body: object }[]) => {
    const app = await openPortfolio()
    const sent = recordRequests('/portfolio/update', ...answers)
    await app.user.click(screen.getByRole('button', { name: 'Rename' }))
    await app.user.clear(screen.getByRole('textbox', { name: 'Name' }))
    await app.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Milks{Enter}')
    return { ...app, sent }
  }

  test('is sent with the revision that was read', async () => {
    const { sent } = await rename({ body: { ...example, title: 'Milks', revision: 8 } })
    expect(await screen.findByRole('heading', { name: 'Milks', level: 1 })).toBeTruthy()
    expect(sent).toEqual([{ id: example.id, title: 'Milks', revision: 7 }])
  })

  test('that conflicts with another one shows both, and the choice is saved', async () => {
    const { user, sent } = await rename(staleAnswer({ ...example, title: 'Plant drinks', revision: 9 }), {
      body: { ...example, title: 'Milks', revision: 10 },
    })
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else changed this portfolio in the meantime' }),
    )
    const row = dialog.getByRole('row', { name: /^Name/ })
    expect(row.textContent).toBe('NameMilksPlant drinks')
    await user.click(dialog.getByRole('button', { name: 'Keep yours' }))
    expect(await screen.findByRole('heading', { name: 'Milks', level: 1 })).toBeTruthy()
    expect(sent.at(-1)).toEqual({ id: example.id, title: 'Milks', revision: 9 })
  })

  test('is dropped if the other one is chosen', async () => {
    const { user, sent } = await rename(staleAnswer({ ...example, title: 'Plant drinks', revision: 9 }))
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(await screen.findByRole('heading', { name: 'Plant drinks', level: 1 })).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  test('stays in the field if the choice is postponed', async () => {
    const { user } = await rename(staleAnswer({ ...example, title: 'Plant drinks', revision: 9 }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else changed this portfolio in the meantime' }),
    )
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Milks')
  })

  test('interrupted by an expired session is open again after signing in, with the typed text', async () => {
    const { user, unmount } = await openPortfolio()
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.clear(screen.getByRole('textbox', { name: 'Name' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Drinks of plants')
    unmount()
    const renamed = { ...example, title: 'Plant drinks', revision: example.revision + 1 }
    const sent = recordRequests('/portfolio/update', staleAnswer(renamed), { body: renamed })
    const { user: later } = await openPortfolio(renamed)
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Drinks of plants')
    await later.click(screen.getByRole('button', { name: 'Save' }))
    // a colleague has also renamed it, so both versions are shown
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else changed this portfolio in the meantime' }),
    )
    expect(dialog.getByRole('row', { name: /^Name/ }).textContent).toBe('NameDrinks of plantsPlant drinks')
    expect(sent).toEqual([{ id: example.id, title: 'Drinks of plants', revision: example.revision }])
    await later.click(dialog.getByRole('button', { name: 'Keep yours' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
    expect(Object.keys(localStorage).filter((key) => key.includes('.draft.'))).toEqual([])
  })

  test('cancelled by the person is not opened again', async () => {
    const { user, unmount } = await openPortfolio()
    await user.click(screen.getByRole('button', { name: 'More for this portfolio' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' and more')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    unmount()
    await openPortfolio()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })

  test('does not conflict with a change to another field', async () => {
    const { sent } = await rename(staleAnswer({ ...example, trends: [], trendCount: 0, revision: 9 }), {
      body: { ...example, title: 'Milks', revision: 10 },
    })
    expect(await screen.findByRole('heading', { name: 'Milks', level: 1 })).toBeTruthy()
    expect(sent.at(-1)).toEqual({ id: example.id, title: 'Milks', revision: 9 })
  })
})

describe('a refresh', () => {
  test('shows its progress', async () => {
    const running = {
      state: 'running' as const,
      trends: 2,
      done: 1,
      failed: 0,
      startedAt: example.updatedAt,
      finishedAt: null,
    }
    const { user } = await openPortfolio()
    recordRequests('/portfolio/refreshPortfolio', { body: { ...example, refresh: running } })
    server.use(getPortfolioMockHandler({ ...example, refresh: running }))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('Measuring 1 of 2 trends')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    server.use(getPortfolioMockHandler(example))
    expect(await screen.findByText('2 trends measured.')).toBeTruthy()
  })

  test('that cannot start says why', async () => {
    const { user } = await openPortfolio()
    recordRequests('/portfolio/refreshPortfolio', {
      status: 500,
      body: { title: 'The server failed', code: 'failure', status: 500 },
    })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while refreshing Portfolio')
  })
})
