import type { PublishedDocument } from '@auspex/sdk'
import {
  getDocumentToneMockHandler,
  getDocumentToneMockHandler500,
  getSignalDocumentMockHandler,
  getSignalDocumentResponseMock,
  getSignalReportMockHandler,
  getSignalReportResponseMock,
  listSignalDocumentsMockHandler,
  listSignalDocumentsMockHandler500,
  listSignalDocumentsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const path = '/signals/sig_k2m4p6q8'
const example = listSignalDocumentsResponseMock()
const [document] = example.items
const someDocument = (change: Partial<PublishedDocument>): PublishedDocument => {
  if (!document) throw new Error('the example has a document')
  return { ...document, ...change }
}
const panel = async () => within(await screen.findByRole('dialog', { name: 'Documents about oat milk' }))

/** The parameters of every list of stories. */
const stories = { fold: 'stories', page: '1', perPage: '50' }

/** Records the filters of all requests, newest last. */
const recordRequests = () => {
  const filters: Record<string, string>[] = []
  server.use(
    listSignalDocumentsMockHandler(({ request }) => {
      filters.push(Object.fromEntries(new URL(request.url).searchParams))
      return example
    }),
  )
  return filters
}

describe('documents behind a number', () => {
  test('the filter in the URL is sent to the API and shown as chips', async () => {
    const filters = recordRequests()
    renderApp(
      `${path}?docs=chatter&tone=negative&source=imported&outlet=altoonamirror.com&country=US&kind=article&context=barista&since=2026-01-01&until=2026-01-31&sort=engagement`,
    )
    const chips = within(await (await panel()).findByRole('list', { name: 'Filters' }))
    // a source has its name once the list of sources has loaded
    expect(await chips.findByRole('button', { name: /Imported documents/ })).toBeTruthy()
    expect(chips.getAllByRole('button').map((chip) => chip.textContent?.trim())).toEqual([
      'Tone: negative',
      'Source: Imported documents',
      'Kind: article',
      'Outlet: altoonamirror.com',
      'Country: United States',
      'Also has: barista',
      '1 Jan 2026 – 31 Jan 2026',
    ])
    await waitFor(() => expect(filters).toHaveLength(1))
    expect(filters[0]).toEqual({
      group: 'chatter',
      tone: 'negative',
      source: 'imported',
      outlet: 'altoonamirror.com',
      country: 'US',
      kind: 'article',
      context: 'barista',
      from: '2026-01-01',
      to: '2026-01-31',
      sort: 'engagement',
      fold: 'stories',
      page: '1',
      perPage: '50',
    })
  })

  test('a number opens its documents, and the panel shows the same total', async () => {
    server.use(listSignalDocumentsMockHandler({ ...example, page: { ...example.page, total: 40 } }))
    const { user, location } = renderApp(`${path}?tab=said`)
    const charts = within(await screen.findByRole('region', { name: 'Tone' }))
    await user.click(charts.getByRole('link', { name: 'Open 40 negative documents' }))
    expect(location().search).toEqual({ tab: 'said', docs: 'all', tone: 'negative' })
    expect(await (await panel()).findByText('40 documents')).toBeTruthy()
  })

  test('a report measured before stories were merged is refetched, so that both totals match', async () => {
    const report = getSignalReportResponseMock()
    const storyCounts = [report.counts.storyClusters, 20]
    let requests = 0
    server.use(
      getSignalReportMockHandler(() => ({
        ...report,
        counts: { ...report.counts, storyClusters: storyCounts[Math.min(requests++, 1)] ?? null },
      })),
      listSignalDocumentsMockHandler(() => ({
        ...example,
        totals: { documents: report.counts.documents, stories: 20 },
      })),
    )
    renderApp(`${path}?docs=all`)
    await (await panel()).findByText('in 20 pieces')
    await waitFor(() => expect(screen.getAllByText('in 20 pieces', { ignore: '[role=dialog] *' })).toHaveLength(1))
    expect(requests).toBe(2)
  })

  test('a tone with a country, days and a kind is one request', async () => {
    const filters = recordRequests()
    const { user } = renderApp(`${path}?docs=all&tone=negative&country=US&since=2026-01-01&until=2026-01-31`)
    const documents = await panel()
    const question = { tone: 'negative', country: 'US', from: '2026-01-01', to: '2026-01-31', ...stories }
    await waitFor(() => expect(filters).toEqual([question]))
    await user.click(documents.getByRole('radio', { name: 'Chatter' }))
    await waitFor(() => expect(filters.at(-1)).toEqual({ ...question, group: 'chatter' }))
  })

  test('removing a chip widens the list; closing keeps the report as it was', async () => {
    const filters = recordRequests()
    const { user, location } = renderApp(`${path}?measure=share&docs=all&tone=negative&country=US`)
    await user.click(await (await panel()).findByRole('button', { name: 'Remove filter Tone: negative' }))
    await waitFor(() => expect(location().search).toEqual({ measure: 'share', docs: 'all', country: 'US' }))
    await waitFor(() => expect(filters.at(-1)).toEqual({ country: 'US', ...stories }))
    await user.click((await panel()).getByRole('button', { name: 'Close the documents' }))
    await waitFor(() => expect(location().search).toEqual({ measure: 'share' }))
  })

  test('a filter chosen in the panel goes into the URL', async () => {
    const { user, location } = renderApp(`${path}?docs=all`)
    const documents = await panel()
    await user.click(documents.getByRole('button', { name: 'Filter' }))
    await user.selectOptions(documents.getByRole('combobox', { name: 'Tone' }), 'Positive')
    await user.click(documents.getByRole('radio', { name: 'Chatter' }))
    await waitFor(() => expect(location().search).toEqual({ docs: 'chatter', tone: 'positive' }))
  })

  test('a document shows its matches, its tone in words and a safe link', async () => {
    server.use(
      listSignalDocumentsMockHandler({
        ...example,
        items: [
          someDocument({ id: 'doc_1', title: 'Oat milk prices rise', tone: { label: 'negative', score: -0.4 } }),
          someDocument({
            id: 'doc_2',
            title: 'Run me',
            url: 'javascript:alert(1)',
            tone: { label: 'unknown', score: null },
          }),
        ],
        page: { ...example.page, total: 2 },
      }),
    )
    renderApp(`${path}?docs=all`)
    const documents = await panel()
    const first = within(await documents.findByRole('article', { name: 'Oat milk prices rise' }))
    expect(first.getByText('Oat milk', { selector: 'mark' })).toBeTruthy()
    expect(first.getByText('Negative')).toBeTruthy()
    const publisher = { name: /publisher's page/ }
    expect(first.getByRole('link', publisher).getAttribute('href')).toBe('https://altoonamirror.com/oat')
    expect(within(documents.getByRole('article', { name: 'Run me' })).queryByRole('link', publisher)).toBeNull()
  })

  test('a long list fetches its next page before the reader reaches the end', async () => {
    const pages: number[] = []
    server.use(
      listSignalDocumentsMockHandler(({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'))
        pages.push(page)
        const items = Array.from({ length: 5 }, (_, index) =>
          someDocument({ id: `doc_${page}x${index}`, title: `Document ${page}.${index}` }),
        )
        return { items, page: { page, perPage: 5, total: 10, totalPages: 2, nextCursor: null }, sampled: false }
      }),
    )
    renderApp(`${path}?docs=all`)
    expect(await (await panel()).findByText('10 documents')).toBeTruthy()
    await waitFor(() => expect(pages).toEqual([1, 2]))
  })

  test('a filter without matches says so and can be removed', async () => {
    server.use(
      listSignalDocumentsMockHandler({
        items: [],
        page: { page: 1, perPage: 50, total: 0, totalPages: 0, nextCursor: null },
        sampled: false,
      }),
    )
    const { user, location } = renderApp(`${path}?docs=all&author=nobody`)
    const documents = await panel()
    expect(await documents.findByRole('heading', { name: 'No documents match this filter' })).toBeTruthy()
    await user.click(documents.getByRole('button', { name: 'Show all documents' }))
    await waitFor(() => expect(location().search).toEqual({ docs: 'all' }))
  })

  test('documents that cannot be loaded can be retried', async () => {
    server.use(listSignalDocumentsMockHandler500())
    const { user } = renderApp(`${path}?docs=all`)
    const documents = await panel()
    expect(await documents.findByText('Error while loading signal documents')).toBeTruthy()
    server.use(listSignalDocumentsMockHandler())
    await user.click(documents.getByRole('button', { name: 'Try again' }))
    expect(await documents.findByRole('article', { name: 'Oat milk prices rise' })).toBeTruthy()
  })
})

/** Opens a report with a document of this tone in the reading pane. */
const readDocument = (tone: PublishedDocument['tone']) => {
  server.use(getSignalDocumentMockHandler({ ...getSignalDocumentResponseMock(), document: someDocument({ tone }) }))
  renderApp(`${path}?docs=all&doc=doc_3k9f2m`)
}

describe('the tone of a document', () => {
  test('opens the sentences that determine it, each word with its contribution', async () => {
    const user = userEvent.setup()
    server.use(getDocumentToneMockHandler())
    readDocument({ label: 'positive', score: 0.42 })
    const list = await panel()
    const opener = await list.findByRole('button', { name: 'Positive +0.42' })
    await user.click(opener)
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    const sentences = within(await list.findByRole('list', { name: 'Sentences that set the tone' }))
    expect(sentences.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'They love+3.2 the foam, and nobody misses the bad−1.7 aftertaste.Positive +0.36',
    ])
    list.getByText(/The whole text scores \+0\.42; .* 1 other sentence without such a word/)
    await user.click(opener)
    expect(list.queryByRole('list', { name: 'Sentences that set the tone' })).toBeNull()
  })

  test('says why it cannot be opened, and can be retried', async () => {
    const user = userEvent.setup()
    server.use(getDocumentToneMockHandler500())
    readDocument({ label: 'negative', score: -0.3 })
    const list = await panel()
    await user.click(await list.findByRole('button', { name: 'Negative −0.30' }))
    const alert = within(await list.findByRole('alert'))
    server.use(getDocumentToneMockHandler())
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await list.findByRole('list', { name: 'Sentences that set the tone' })
  })
})
