import type { AudienceEstimate, Interests } from '@auspex/sdk'
import {
  getAudienceEstimateMockHandler,
  getAudienceEstimateMockHandler500,
  getAudienceEstimateResponseMock,
  getInterestsMockHandler,
  getInterestsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'
import { faultOfAges, labelPlaces } from './cell-table.tsx'

const example: AudienceEstimate = getAudienceEstimateResponseMock()
const interests: Interests = getInterestsResponseMock()
const audience = async () => within(await screen.findByRole('region', { name: 'Audience' }))
/** The section after a person requested it. */
const requestAudience = async (user: ReturnType<typeof renderApp>['user']) => {
  const section = await audience()
  await user.click(section.getByRole('button', { name: 'Estimate the audience' }))
  return section
}

beforeEach(() => {
  server.use(getInterestsMockHandler(interests), getAudienceEstimateMockHandler(example))
})

describe('audience', () => {
  test('sends no request until asked for, and then states its assumptions above the numbers', async () => {
    let requests = 0
    server.use(
      getAudienceEstimateMockHandler(() => {
        requests += 1
        return example
      }),
    )
    const { user } = renderApp('/signals/sig_k2m4p6q8?tab=who')
    expect((await audience()).queryByRole('img')).toBeNull()
    expect(requests).toBe(0)
    const section = await requestAudience(user)
    const plot = await section.findByRole('img', { name: /: 2,000,000, from 900,000 to 3,000,000$/ })
    expect(requests).toBe(1)
    const assumption = section.getByText(example.assumptions[0] ?? '')
    expect(assumption.compareDocumentPosition(plot)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('shows low, middle and high with their factors, and opens the source of every figure', async () => {
    const queries: string[] = []
    server.use(
      getAudienceEstimateMockHandler(({ request }) => {
        queries.push(new URL(request.url).search)
        return example
      }),
    )
    const { user } = renderApp('/signals/sig_k2m4p6q8?tab=who')
    const section = await requestAudience(user)
    const plot = await section.findByRole('img', { name: /: 2,000,000, from 900,000 to 3,000,000$/ })
    expect(plot.textContent).toContain('low 900K')
    expect(section.getByText('On the internet').parentElement?.textContent).toContain('97%')
    await user.click(section.getByRole('button', { name: 'People who may be interested: show as table' }))
    const link = section.getByRole('link', { name: /^97%: open International Telecommunication Union.*2022/ })
    expect(link.getAttribute('href')).toBe('https://data.worldbank.org/indicator/IT.NET.USER.ZS?locations=US')
    expect(queries.at(-1)).toContain('age_min=18&age_max=null&geo=null')

    const oldest = section.getByRole('textbox', { name: 'Age to' })
    await user.type(oldest, '12{Enter}')
    expect(section.getByText('Must not be below 18')).toBeTruthy()
    await user.type(oldest, '{Backspace}9{Enter}')
    await waitFor(() => expect(queries.at(-1)).toContain('age_max=19'))
  })

  test('shows what its authors also write about, split on demand', async () => {
    const splits: (string | null)[] = []
    server.use(
      getInterestsMockHandler(({ request }) => {
        splits.push(new URL(request.url).searchParams.get('split'))
        return interests
      }),
    )
    const { user } = renderApp('/signals/sig_k2m4p6q8?tab=who')
    const section = await requestAudience(user)
    const table = within(await section.findByRole('table', { name: 'What these authors and outlets also write about' }))
    expect(table.getByRole('row', { name: 'Food and drink Category 57 ×2.40 1.70 to 3.30' })).toBeTruthy()
    expect(table.getByRole('row', { name: 'Fjord Oats Name 3 too few to say' })).toBeTruthy()
    await user.click(section.getByRole('combobox', { name: 'Split by' }))
    await user.click(await screen.findByRole('option', { name: 'Country' }))
    await waitFor(() => expect(splits).toEqual([null, 'country']))
  })

  test('that cannot be estimated shows "No results found", why, and what would help', async () => {
    const reason = 'The library holds no source whole. Import a whole data set.'
    server.use(
      getAudienceEstimateMockHandler({
        ...example,
        people: null,
        interest: null,
        cells: [],
        message: 'No results found',
        reason,
      }),
    )
    const { user } = renderApp('/signals/sig_k2m4p6q8?tab=who')
    const section = await requestAudience(user)
    expect(await section.findByRole('heading', { name: 'No results found' })).toBeTruthy()
    expect(section.getByText(reason)).toBeTruthy()
    expect(section.queryByRole('img')).toBeNull()
  })

  test('that fails can be retried', async () => {
    server.use(getAudienceEstimateMockHandler500())
    const { user } = renderApp('/signals/sig_k2m4p6q8?tab=who')
    const section = await requestAudience(user)
    const again = await section.findByRole('button', { name: 'Try again' })
    server.use(getAudienceEstimateMockHandler(example))
    await user.click(again)
    expect(await section.findByRole('img', { name: /2,000,000/ })).toBeTruthy()
  })
})

describe('what is drawn', () => {
  test('ages in order are valid, and an open upper age is never too low', () => {
    expect(faultOfAges({ ageMin: 30, ageMax: null })).toBeNull()
    expect(faultOfAges({ ageMin: 30, ageMax: 29 })).toBe('Must not be below 30')
  })

  test('labels of a narrow interval stand outside it', () => {
    expect(labelPlaces({ low: 400, high: 440, right: 700 })).toEqual({
      low: { x: 394, anchor: 'end' },
      high: { x: 446, anchor: 'start' },
    })
  })
})
