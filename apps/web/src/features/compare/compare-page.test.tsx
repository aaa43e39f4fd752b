import {
  compareSignalsMockHandler,
  compareSignalsMockHandler404,
  compareSignalsMockHandler500,
  compareSignalsResponseMock,
  correlateCryptoMockHandler,
  getStockForecastMockHandler,
  getStockForecastMockHandler409,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { tooManySignalsMessage, addSignal, readSignals, writeSignals } from './use-compare-search.ts'
import { priceOf } from './compare.search.ts'
import { statisticsWords } from '../../lib/numbers/figures.ts'
import { bucketsOf } from '../../lib/time/buckets.ts'
import { closesOfBuckets, rateOfBuckets } from './comparison-chart.tsx'

const example = compareSignalsResponseMock()
const [milk, brew] = example.signals
const pair = `${milk?.signalId},${brew?.signalId}`
const five = `${pair},sig_c,sig_d,sig_e`

/** Responds with the example, and records the queries. */
const watchComparisons = () => {
  const queries: URLSearchParams[] = []
  server.use(
    compareSignalsMockHandler(({ request }) => {
      queries.push(new URL(request.url).searchParams)
      return example
    }),
  )
  return queries
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('comparing signals', () => {
  test('are drawn on one scale with their differences, intervals, and a reason for each unknown value', async () => {
    const queries = watchComparisons()
    renderApp(`/compare?signals=${pair}&basis=share&from=2026-11-08`)
    expect(await screen.findByRole('slider', { name: /oat milk, cold brew/ })).toBeTruthy()
    expect(Object.fromEntries(queries[0] ?? [])).toEqual({ ids: pair, basis: 'share', from: '2026-11-08' })
    const table = within(screen.getByRole('table', { name: 'Differences' }))
    const row = table.getByRole('row', { name: /^cold brew/ })
    expect(row.textContent).toContain('×0.50')
    expect(row.textContent).toContain('0.43 to 0.59')
    expect(row.textContent).toContain('could be chance')
    expect(within(row).getByRole('button', { name: /total of the sources is not known/ })).toBeTruthy()
    expect(screen.getByText(example.limits)).toBeTruthy()
    expect(screen.getByRole('heading', { name: example.finding ?? '' })).toBeTruthy()
    expect(screen.getByText('Documents a day')).toBeTruthy()
  })

  test('are shown as of a past day under the address of that day, and lead back to today', async () => {
    const asOf = '2026-06-03'
    const ofDay = {
      ...example,
      referenceId: 'sig_past0',
      signals: example.signals.map((signal, index) => ({
        ...signal,
        signalId: `sig_past${index}`,
        query: { ...signal.query, asOf, todaySignalId: signal.signalId },
      })),
    }
    server.use(
      compareSignalsMockHandler(({ request }) => (new URL(request.url).searchParams.has('asOf') ? ofDay : example)),
    )
    const { user, location } = renderApp(`/compare?signals=${pair}&asOf=${asOf}`)
    const banner = within(await screen.findByRole('complementary', { name: 'A past day is shown' }))
    expect(banner.getByText('As of 3 Jun 2026')).toBeTruthy()
    await waitFor(() => expect(location().search).toEqual({ signals: 'sig_past0,sig_past1', asOf }))
    await user.click(banner.getByRole('button', { name: 'Show today' }))
    await waitFor(() => expect(location().search).toEqual({ signals: pair }))
  })

  test('explains its statistics on a phone too, where the table is a list', async () => {
    const noMedia = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(noMedia(query), { matches: true }))
    watchComparisons()
    renderApp(`/compare?signals=${pair}`)
    expect(await screen.findByRole('list', { name: 'Differences' })).toBeTruthy()
    expect(screen.getByText(statisticsWords.meanTone)).toBeTruthy()
    // both ratios are explained by the same sentence
    expect(screen.getAllByText(statisticsWords.ratio)).toHaveLength(1)
  })

  test('selecting days by keyboard updates the URL and fetches the figures of those days', async () => {
    const queries = watchComparisons()
    const { user, location } = renderApp(`/compare?signals=${pair}`)
    const chart = await screen.findByRole('slider', { name: /oat milk, cold brew/ })
    chart.focus()
    await user.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
    expect(location().search).toMatchObject({ from: '2026-11-08', to: '2026-11-10' })
    await waitFor(() => expect(queries.at(-1)?.get('to')).toBe('2026-11-10'))
    expect(chart.getAttribute('aria-valuemax')).toBe('2')
  })

  test('the table shows the same spans, and a gap is not 0', async () => {
    watchComparisons()
    const { user } = renderApp(`/compare?signals=${pair}`)
    await user.click(await screen.findByRole('button', { name: /show as table/ }))
    const table = within(screen.getByRole('table', { name: 'Documents by day' }))
    expect(table.getAllByRole('row')).toHaveLength(15)
    expect(table.getByRole('row', { name: /^10 Nov/ }).textContent).toContain('no data')
  })

  test('a ratio of fewer days than the counts beside it says so', async () => {
    const [difference] = example.differences
    if (difference === undefined) throw new Error('the contract has an example')
    const documents = { ...difference.documents, days: 9 }
    server.use(compareSignalsMockHandler({ ...example, differences: [{ ...difference, documents }] }))
    renderApp(`/compare?signals=${pair}`)
    const table = within(await screen.findByRole('table', { name: 'Differences' }))
    expect(table.getByText('on the 9 days known of both')).toBeTruthy()
    expect(table.queryByText(/on the 14 days/)).toBeNull()
  })

  test('another reference can be chosen', async () => {
    const queries = watchComparisons()
    const { user } = renderApp(`/compare?signals=${pair}`)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), 'against cold brew')
    await waitFor(() => expect(queries.at(-1)?.get('reference')).toBe(brew?.signalId))
  })

  test('beside a price it says that no link was found, with days and lags, and that it is not causal', async () => {
    watchComparisons()
    server.use(correlateCryptoMockHandler())
    renderApp(`/compare?signals=${pair}&price=BTC&market=crypto`)
    const verdicts = within(await screen.findByRole('list', { name: 'Links with BTC' }))
    await waitFor(() => expect(verdicts.getAllByText('No link found')).toHaveLength(2))
    expect(verdicts.getAllByText(/lags from −14 to 14 days/)).toHaveLength(2)
    expect(screen.getByText('Not causal.')).toBeTruthy()
  })
})

describe('a price that cannot be compared', () => {
  test.each([
    [true, 'Fewer than 40 known changes in common.'],
    [false, 'The prices could not be read. Try again later.'],
  ])('shows the server’s message only if it is meant for people (display %s)', async (display, words) => {
    watchComparisons()
    const body = { outcome: 'failed', error: true, message: 'Fewer than 40 known changes in common.', display } as const
    server.use(correlateCryptoMockHandler(body))
    renderApp(`/compare?signals=${pair}&price=BTC&market=crypto`)
    const verdicts = within(await screen.findByRole('list', { name: 'Links with BTC' }))
    await waitFor(() => expect(verdicts.getAllByText(words)).toHaveLength(2))
    expect(verdicts.getAllByText('Not compared')).toHaveLength(2)
  })
})

describe('a sixth signal', () => {
  test('is refused in the field, before anything is sent', async () => {
    const queries = watchComparisons()
    const { user, location } = renderApp(`/compare?signals=${five}`)
    await screen.findByRole('slider', { name: /oat milk/ })
    const count = queries.length
    await user.type(screen.getByRole('textbox', { name: 'Add a signal' }), 'matcha{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(tooManySignalsMessage)
    expect(location().search).toMatchObject({ signals: five })
    expect(queries).toHaveLength(count)
  })

  test('in a link is refused with the reason, and the first five can be compared', async () => {
    const queries = watchComparisons()
    const { user, location } = renderApp(`/compare?signals=${five},sig_f`)
    expect(await screen.findByText(tooManySignalsMessage)).toBeTruthy()
    expect(queries).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Compare the first five' }))
    await waitFor(() => expect(location().search).toMatchObject({ signals: five }))
    expect(await screen.findByRole('slider', { name: /oat milk/ })).toBeTruthy()
  })
})

describe('problems', () => {
  test('without two signals it says what to do', async () => {
    renderApp('/compare')
    expect(await screen.findByRole('heading', { name: 'Nothing to compare yet' })).toBeTruthy()
  })

  test('a searched term becomes a signal of the comparison', async () => {
    const { user, location } = renderApp(`/compare?signals=${brew?.signalId}`)
    expect(await screen.findByRole('heading', { name: 'Add one more' })).toBeTruthy()
    watchComparisons()
    await user.type(screen.getByRole('textbox', { name: 'Add a signal' }), 'oat milk{Enter}')
    await waitFor(() => expect(location().search.signals).toBe(`${brew?.signalId},${milk?.signalId}`))
  })

  test('with a missing signal it offers to start over', async () => {
    server.use(compareSignalsMockHandler404())
    renderApp(`/compare?signals=${pair}`)
    expect(await screen.findByRole('heading', { name: 'One of these signals does not exist' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Start over' })).toBeTruthy()
  })

  test('after a failure it offers to try again', async () => {
    server.use(compareSignalsMockHandler500())
    renderApp(`/compare?signals=${pair}`)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('the price is forecast on demand, with bands, a comparison with the naive model, and a note that it is not advice', async () => {
    watchComparisons()
    server.use(correlateCryptoMockHandler(), getStockForecastMockHandler409())
    const { user } = renderApp(`/compare?signals=${pair}&price=BTC&market=crypto`)
    await user.click(await screen.findByRole('button', { name: 'Forecast of the price' }))
    const retryButton = await screen.findByRole('button', { name: 'Try again' })
    server.use(getStockForecastMockHandler())
    await user.click(retryButton)
    const forecast = within(await screen.findByRole('group', { name: 'Forecast of BTC' }))
    expect(forecast.getByRole('slider', { name: /Closing prices of FJRD, and their forecast/ })).toBeTruthy()
    const models = within(forecast.getByRole('table', { name: 'How the models did on past prices' }))
    expect(models.getByRole('row', { name: /^naive/ }).textContent).toMatch(/repeats the last close chosen/)
    expect(models.getByRole('row', { name: /damped trend/ }).textContent).toContain('1.06')
    expect(forecast.getByText(/Not advice/)).toBeTruthy()
  })
})

test('an invalid currency price is ignored instead of failing for every signal', () => {
  expect(priceOf({ price: 'BTC-USD', market: 'crypto' })).toBeNull()
  expect(priceOf({ price: 'BTC', market: 'crypto' })).toEqual({ symbol: 'BTC', market: 'crypto' })
  expect(priceOf({ price: 'BRK.B', market: undefined })).toEqual({ symbol: 'BRK.B', market: 'stock' })
  expect(priceOf({ price: undefined, market: 'stock' })).toBeNull()
})

const fiveSignals = ['sig_a', 'sig_b', 'sig_c', 'sig_d', 'sig_e']

describe('the signals of a link', () => {
  test('are parsed in order, without duplicates and invalid ids', () => {
    expect(readSignals('sig_b,sig_a,sig_b,doc_1,,sig_')).toEqual(['sig_b', 'sig_a'])
    expect(readSignals(undefined)).toEqual([])
    expect(writeSignals(readSignals('sig_b,sig_a'))).toBe('sig_b,sig_a')
    expect(writeSignals([])).toBeUndefined()
  })

  test('are limited to five; a sixth and a duplicate are refused with a reason', () => {
    expect(addSignal(fiveSignals.slice(0, 4), { id: 'sig_e', title: 'e' })).toEqual({ ids: fiveSignals })
    expect(addSignal(fiveSignals, { id: 'sig_f', title: 'f' })).toEqual({ refusal: tooManySignalsMessage })
    expect(addSignal(fiveSignals, { id: 'sig_a', title: 'tea' })).toEqual({
      refusal: 'tea is already in the comparison.',
    })
  })
})

const firstDay = '2026-11-02' // a Monday
const ones = Array.from({ length: 14 }, () => 1)

describe('the rate of a span', () => {
  test('is the mean of the known days, so that a gap is not a fall and a week of gaps is a gap', () => {
    const values = [4, 4, null, 4, 4, 4, 4, ...Array.from({ length: 7 }, () => null)]
    const weeks = bucketsOf(firstDay, '2026-11-15', 'week')
    expect(rateOfBuckets({ values, exposures: ones }, { firstDay }, weeks)).toEqual([4, null])
  })

  test('is the share of the whole span if values have totals', () => {
    const [values, exposures] = [
      [1, 9, 0],
      [10, 30, 0],
    ]
    const week = bucketsOf(firstDay, '2026-11-04', 'week')
    expect(rateOfBuckets({ values, exposures }, { firstDay }, week)).toEqual([0.25])
  })

  test('covers only the chosen days', () => {
    const values = Array.from({ length: 14 }, (_, day) => day)
    expect(
      rateOfBuckets({ values, exposures: ones }, { firstDay }, bucketsOf('2026-11-05', '2026-11-06', 'day')),
    ).toEqual([3, 4])
  })
})

test('the close of a span is the last known one, and days without trading have none', () => {
  const days = [
    { day: '2026-11-06', signal: null, close: 10 },
    { day: '2026-11-07', signal: null, close: null },
    { day: '2026-11-09', signal: null, close: 12 },
  ]
  expect(closesOfBuckets(days, bucketsOf('2026-11-06', '2026-11-09', 'day'))).toEqual([10, null, null, 12])
  expect(closesOfBuckets(days, bucketsOf('2026-11-02', '2026-11-15', 'week'))).toEqual([10, 12])
})
