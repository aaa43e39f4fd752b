import type { PublishedDocument } from '@auspex/sdk'
import {
  deleteDocumentResponseMock,
  getSignalDocumentMockHandler,
  getSignalDocumentResponseMock,
  listSignalDocumentsMockHandler,
  listSignalDocumentsResponseMock,
  updateDeletedDocumentResponseMock,
} from '@auspex/sdk/msw'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer as answerCalls, signInAsAdministrator } from '../../../test/administration.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const path = '/signals/sig_k2m4p6q8'
const example = listSignalDocumentsResponseMock()
const titles = ['Oat milk prices rise', 'A barista writes', 'Three makers answer']
const stories = titles.map((title, at): PublishedDocument => {
  const [document] = example.items
  if (!document) throw new Error('the example has a document')
  return {
    ...document,
    id: `doc_${at}`,
    title,
    url: `https://example.org/${at}`,
    storyCluster: `doc_s${at}`,
    copies: { documents: at === 0 ? 6 : 1, outlets: at === 0 ? 4 : 1 },
  }
})
let filters: Record<string, string>[]

beforeEach(() => {
  filters = []
  server.use(
    listSignalDocumentsMockHandler(({ request }) => {
      const filter = Object.fromEntries(new URL(request.url).searchParams)
      filters.push(filter)
      if (filter['storyCluster'] !== undefined)
        return {
          items: [4, 5].map(
            (at) => ({ ...stories[0], id: `doc_${at}`, outlet: `paper-${at}.example` }) as PublishedDocument,
          ),
          page: { ...example.page, total: 2 },
          sampled: false,
        }
      return {
        items: stories,
        totals: { documents: 8, stories: 3 },
        page: { ...example.page, total: 3 },
        sampled: false,
      }
    }),
    getSignalDocumentMockHandler(({ params }) => {
      const answer = getSignalDocumentResponseMock()
      return { ...answer, document: stories.find(({ id }) => id === params['documentId']) ?? answer.document }
    }),
  )
})

const panel = async () => within(await screen.findByRole('dialog', { name: 'Documents about oat milk' }))
const open = async (search = 'docs=all') => {
  const app = renderApp(`${path}?${search}`)
  const documents = await panel()
  await documents.findByRole('article', { name: 'Oat milk prices rise' })
  return { ...app, documents }
}

describe('a list of stories', () => {
  test('says how many documents and how many stories there are', async () => {
    const { documents } = await open()
    expect(documents.getByRole('status').textContent).toBe('8 documents in 3 pieces')
  })

  test('has one row per story, which expands to its copies', async () => {
    const { user, documents } = await open('docs=all&country=US')
    await user.click(documents.getByRole('button', { name: '6 copies at 4 outlets' }))
    const copies = within(await documents.findByRole('list', { name: 'Copies of Oat milk prices rise' }))
    expect(copies.getAllByRole('link').map((link) => link.textContent)).toEqual([
      expect.stringContaining('paper-4.example'),
      expect.stringContaining('paper-5.example'),
    ])
    expect(filters.at(-1)).toEqual({ country: 'US', storyCluster: 'doc_s0', sort: 'oldest', perPage: '50' })
    expect(documents.queryByRole('button', { name: /^1 cop/ })).toBeNull()
  })

  test('is sorted by the chosen order', async () => {
    const { user, documents, location } = await open()
    await user.selectOptions(documents.getByRole('combobox', { name: 'Order' }), 'Widest reach')
    await waitFor(() => expect(filters.at(-1)).toMatchObject({ sort: 'reach' }))
    expect(location().search).toEqual({ docs: 'all', sort: 'reach' })
  })

  test('is filtered on the server while typing, and Escape clears the filter', async () => {
    const { user, documents, location } = await open()
    await user.type(documents.getByRole('searchbox', { name: 'Find in these documents' }), 'harvest')
    await waitFor(() => expect(filters.at(-1)).toMatchObject({ find: 'harvest', fold: 'stories' }))
    expect(location().search).toEqual({ docs: 'all', find: 'harvest' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().search).toEqual({ docs: 'all' }))
    expect(screen.getByRole('dialog', { name: 'Documents about oat milk' })).toBeTruthy()
  })
})

describe('reading', () => {
  test('a title opens the text beside the list, with its matches marked and a link to its source', async () => {
    const { user, documents, location } = await open()
    await user.click(documents.getByRole('link', { name: 'A barista writes' }))
    const pane = within(await documents.findByRole('region', { name: 'Reading pane' }))
    await pane.findByRole('heading', { name: 'A barista writes' })
    expect(pane.getByText('2 of 3')).toBeTruthy()
    expect(
      within(pane.getByRole('group', { name: 'Text' })).getAllByText('Oat milk', { selector: 'mark' }),
    ).toBeTruthy()
    expect(pane.getByRole('link', { name: /^Read it at/ }).getAttribute('href')).toBe('https://example.org/1')
    expect(location().search).toEqual({ docs: 'all', doc: 'doc_1' })
    await user.click(pane.getByRole('button', { name: 'Next' }))
    await pane.findByRole('heading', { name: 'Three makers answer' })
    expect(pane.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('j and k go from story to story, o reads, Escape closes the text and then the list', async () => {
    const { user, documents, location } = await open()
    await user.keyboard('jj')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('A barista writes'))
    await user.keyboard('k')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Oat milk prices rise'))
    await user.keyboard('o')
    const pane = within(await documents.findByRole('region', { name: 'Reading pane' }))
    await pane.findByRole('heading', { name: 'Oat milk prices rise' })
    await user.keyboard('j')
    await pane.findByRole('heading', { name: 'A barista writes' })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('A barista writes'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().search).toEqual({ docs: 'all' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().search).toEqual({}))
  })

  test('Enter on a story opens the page of its publisher', async () => {
    const { user } = await open()
    const clicked = vi.fn<(event: MouseEvent) => void>((event) => event.preventDefault())
    document.addEventListener('click', clicked)
    await user.keyboard('j')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Oat milk prices rise'))
    await user.keyboard('{Enter}')
    document.removeEventListener('click', clicked)
    expect(clicked.mock.calls[0]?.[0].target).toHaveProperty('href', 'https://example.org/0')
  })
})

describe('the focus', () => {
  const label = () => document.activeElement?.getAttribute('aria-label')

  test('stays in the list while another order loads, and on its row once it has loaded', async () => {
    const { user, documents } = await open()
    const request = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    server.use(
      listSignalDocumentsMockHandler(async () => {
        request.resolve()
        await answer.promise
        return {
          items: stories.map((story) => ({ ...story, id: `${story.id}_again`, title: `Again: ${story.title}` })),
          totals: { documents: 8, stories: 3 },
          page: { ...example.page, total: 3 },
          sampled: false,
        }
      }),
    )
    await user.selectOptions(documents.getByRole('combobox', { name: 'Order' }), 'Widest reach')
    await request.promise
    documents.getByRole('feed').focus()
    await user.keyboard('jj')
    await waitFor(() => expect(label()).toBe('A barista writes'))
    answer.resolve()
    await waitFor(() => expect(label()).toBe('Again: A barista writes'))
    await user.keyboard('j')
    await waitFor(() => expect(label()).toBe('Again: Three makers answer'))
  })

  test('stays in the list if the URL changes the order', async () => {
    const { user, documents, router } = await open()
    documents.getByRole('feed').focus()
    await router.navigate({ to: '.', search: { docs: 'all', sort: 'reach' } })
    await waitFor(() => expect(filters.at(-1)).toMatchObject({ sort: 'reach' }))
    await user.keyboard('j')
    await waitFor(() => expect(label()).toBe('Oat milk prices rise'))
  })

  test('stays in the list if its row is scrolled out of view', async () => {
    const manyDocuments = Array.from({ length: 50 }, (_, at) => ({
      ...stories[0],
      id: `doc_many_${at}`,
      title: `Story ${at}`,
    })) as PublishedDocument[]
    server.use(
      listSignalDocumentsMockHandler(() => ({
        items: manyDocuments,
        totals: { documents: 50, stories: 50 },
        page: { ...example.page, total: 50 },
        sampled: false,
      })),
    )
    const { user } = renderApp(`${path}?docs=all`)
    const documents = await panel()
    await documents.findByRole('article', { name: 'Story 0' })
    await user.keyboard('j')
    await waitFor(() => expect(label()).toBe('Story 0'))
    const feed = documents.getByRole('feed')
    const scroll = (top: number) => fireEvent.scroll(feed, { target: { scrollTop: top } })
    // jsdom does not scroll
    feed.scrollTo = (to?: ScrollToOptions | number) =>
      queueMicrotask(() => scroll(typeof to === 'object' ? (to.top ?? 0) : 0))
    scroll(20_000)
    await waitFor(() => expect(documents.queryByRole('article', { name: 'Story 0' })).toBeNull())
    await user.keyboard('j')
    await waitFor(() => expect(label()).toBe('Story 1'))
  })

  test('stays in the panel if a filter without matches is removed, so that Escape closes it', async () => {
    server.use(
      listSignalDocumentsMockHandler(({ request }) => {
        const isFiltered = new URL(request.url).searchParams.has('country')
        return {
          items: isFiltered ? [] : stories,
          totals: isFiltered ? { documents: 0, stories: 0 } : { documents: 8, stories: 3 },
          page: { ...example.page, total: isFiltered ? 0 : 3 },
          sampled: false,
        }
      }),
    )
    const { user, location } = renderApp(`${path}?docs=all&country=US`)
    const documents = await panel()
    await user.click(await documents.findByRole('button', { name: 'Show all documents' }))
    await documents.findByRole('article', { name: 'Oat milk prices rise' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().search).toEqual({}))
  })

  test('stays in the panel if a list cannot be loaded, so that Escape closes it', async () => {
    const { user, documents, router, location } = await open()
    await user.keyboard('j')
    await waitFor(() => expect(label()).toBe('Oat milk prices rise'))
    server.use(http.get('*/signals/:signalId/documents', () => HttpResponse.error()))
    await router.navigate({ to: '.', search: { docs: 'all', sort: 'reach' } })
    await documents.findByRole('alert')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().search).toEqual({}))
  })

  const read = async (title: string) => {
    const app = await open()
    await app.user.click(app.documents.getByRole('link', { name: title }))
    const pane = within(await app.documents.findByRole('region', { name: 'Reading pane' }))
    await pane.findByRole('heading', { name: title })
    return { ...app, pane }
  }

  test('stays in the search field of a list that changes while a text is open', async () => {
    const { user, documents, location } = await read('A barista writes')
    server.use(
      listSignalDocumentsMockHandler(() => ({
        items: stories.slice(1),
        totals: { documents: 2, stories: 2 },
        page: { ...example.page, total: 2 },
        sampled: false,
      })),
    )
    const box = documents.getByRole('searchbox', { name: 'Find in these documents' })
    await user.type(box, 'barista')
    await documents.findByText('1 of 2')
    expect(document.activeElement).toBe(box)
    await user.keyboard(' o')
    await waitFor(() => expect(location().search).toEqual({ docs: 'all', doc: 'doc_1', find: 'barista o' }))
  })

  test('stays on the button for the next text, up to the last one', async () => {
    const { user, pane } = await read('Oat milk prices rise')
    const next = pane.getByRole('button', { name: 'Next' })
    next.focus()
    await user.keyboard('{Enter}')
    await pane.findByRole('heading', { name: 'A barista writes' })
    await user.keyboard('{Enter}')
    await pane.findByRole('heading', { name: 'Three makers answer' })
    await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(next)
    expect(pane.getByText('3 of 3')).toBeTruthy()
  })

  test('returns to the row of the closed text, however it was opened', async () => {
    const { user } = await read('A barista writes')
    await user.keyboard('{Escape}')
    await user.keyboard('j')
    await waitFor(() => expect(label()).toBe('Three makers answer'))
  })
})

describe('a document that should not be here', () => {
  test('is deleted by an administrator, with a reason, after the dialog has said what follows', async () => {
    signInAsAdministrator()
    const calls = answerCalls('delete', '/documents/:documentId', deleteDocumentResponseMock())
    const changes = answerCalls('patch', '/deletedDocuments/:documentId', updateDeletedDocumentResponseMock())
    const { user, documents, location } = await open('docs=all&doc=doc_1')
    const pane = within(await documents.findByRole('region', { name: 'Reading pane' }))
    await user.click(await pane.findByRole('button', { name: 'More about A barista writes' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete for everyone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this document for everyone?' }))
    expect(dialog.getByRole('list', { name: 'What follows' }).textContent).toContain('in stories, on shared pages')
    await user.click(dialog.getByRole('button', { name: 'Delete for everyone' }))
    expect(dialog.getByText('Say why the document is deleted')).toBeTruthy()
    expect(calls).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Its author asked for it.')
    await user.click(dialog.getByRole('button', { name: 'Delete for everyone' }))
    expect(await screen.findByText(/^A document from .* was deleted\./)).toBeTruthy()
    expect(calls).toEqual([{ documentId: 'doc_1', reason: 'Its author asked for it.' }])
    await waitFor(() => expect(location().search).toEqual({ docs: 'all' }))
    await user.click(screen.getByRole('button', { name: 'Let it come back' }))
    expect(await screen.findByText('The next search or import that finds the document stores it again.')).toBeTruthy()
    expect(changes).toEqual([{ documentId: 'doc_1', isBlocked: false }])
  })

  test('is not deleted by anybody else', async () => {
    const { documents } = await open('docs=all&doc=doc_1')
    const pane = within(await documents.findByRole('region', { name: 'Reading pane' }))
    await pane.findByRole('heading', { name: 'A barista writes' })
    expect(documents.queryByRole('button', { name: /^More about/ })).toBeNull()
  })
})
