import type { QueryCheck, QueryCheckState } from '@auspex/sdk'
import {
  getQueryCheckMockHandler,
  getQueryCheckResponseMock,
  labelQueryDocumentsMockHandler,
  listQuerySuggestionsMockHandler,
  startQueryCheckMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const path = '/signals/sig_k2m4p6q8'
const example = getQueryCheckResponseMock() as QueryCheckState & { check: QueryCheck }
const [sample] = example.check.documents
if (sample === undefined) throw new Error('The example has no document')

/** A check of three documents without labels. */
const newCheck: QueryCheck = {
  ...example.check,
  quality: { about: 0, not: 0, unsure: 0, precision: null, recall: null },
  documents: ['First title', 'Second title', 'Third title'].map((title, n) => ({
    label: null,
    document: { ...sample.document, id: `doc_${n}`, title, highlights: { title: [], snippet: [] } },
  })),
}

const openDialog = async () => {
  const { user } = renderApp(path)
  await user.click(await screen.findByRole('button', { name: 'More about this report' }))
  await user.click(await screen.findByRole('menuitem', { name: 'How good is this query?' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'How good is this query?' })) }
}

describe('the check of a query', () => {
  test('is explained and started, and offers the labels of an earlier query', async () => {
    const bodies: unknown[] = []
    server.use(
      getQueryCheckMockHandler({
        check: null,
        others: [{ signalId: 'sig_old', title: 'oat drink', labels: 30, drawnAt: '2026-11-20T00:00:00Z' }],
      }),
      startQueryCheckMockHandler(async ({ request }) => {
        bodies.push(await request.json())
        return newCheck
      }),
    )
    const { user, dialog } = await openDialog()
    expect(await dialog.findByRole('button', { name: 'Draw documents' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Use your 30 labels of “oat drink”' }))
    expect(await dialog.findByRole('heading', { name: 'First title' })).toBeTruthy()
    expect(bodies).toEqual([{ labelsOf: 'sig_old' }])
  })

  test('labels documents by keys, goes on to the next one, and takes a label back', async () => {
    const sent: unknown[] = []
    server.use(
      getQueryCheckMockHandler({ check: newCheck, others: [] }),
      labelQueryDocumentsMockHandler(async ({ request }) => {
        sent.push(await request.json())
        return newCheck.quality
      }),
    )
    const { user, dialog } = await openDialog()
    await dialog.findByRole('heading', { name: 'First title' })
    await user.keyboard('y')
    await dialog.findByRole('heading', { name: 'Second title' })
    await user.keyboard('j')
    await dialog.findByRole('heading', { name: 'Third title' })
    await user.keyboard('n')
    // the first is labelled, so the next one is the second
    await dialog.findByRole('heading', { name: 'Second title' })
    expect(dialog.getByText(/^2 of 3 documents labelled/)).toBeTruthy()
    await user.keyboard('z')
    await dialog.findByRole('heading', { name: 'Third title' })
    await waitFor(() =>
      expect(sent).toEqual([
        { labels: [{ documentId: 'doc_0', label: 'about' }] },
        { labels: [{ documentId: 'doc_2', label: 'not' }] },
        { labels: [{ documentId: 'doc_2', label: null }] },
      ]),
    )
  })

  test('shows a document again when all are labelled', async () => {
    server.use(getQueryCheckMockHandler(example))
    const { dialog } = await openDialog()
    expect(await dialog.findByRole('heading', { name: sample.document.title })).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^About it/ }).getAttribute('aria-pressed')).toBe('true')
  })

  test('says precision and recall with their ranges, and what a suggested word would do', async () => {
    server.use(getQueryCheckMockHandler(example), listQuerySuggestionsMockHandler())
    const { user, dialog } = await openDialog()
    const figures = await dialog.findByRole('region', { name: 'What the labels say' })
    expect(figures.textContent).toContain('90% (70–97%) of the 214 matches are about the topic')
    expect(figures.textContent).toContain('67% (41–86%)')
    expect(dialog.getByText(/when the query matched 214 and not 412 documents/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Suggest words to add or exclude' }))
    expect((await dialog.findByText(/^Add/)).textContent).toBe('Add oatly: 38 more documents')
    expect(dialog.getByRole('link', { name: 'Search with this query: "oat milk" OR oatly' })).toBeTruthy()
  })

  test('is shown beside the counts of the report, and opens from there', async () => {
    server.use(getQueryCheckMockHandler(example))
    const { user } = renderApp(path)
    const note = await screen.findByText(/of the matches are about the topic/)
    expect(note.textContent).toContain('By your 27 labels, 90% (70–97%) of the matches are about the topic')
    expect(note.textContent).toContain('67% (41–86%)')
    await user.click(screen.getByRole('link', { name: 'your 27 labels' }))
    expect(await screen.findByRole('dialog', { name: 'How good is this query?' })).toBeTruthy()
  })

  test('a report of a changed query offers the labels of the earlier one', async () => {
    server.use(
      getQueryCheckMockHandler({
        check: null,
        others: [{ signalId: 'sig_old', title: 'oat drink', labels: 30, drawnAt: '2026-11-20T00:00:00Z' }],
      }),
    )
    renderApp(path)
    expect(
      await screen.findByRole('link', { name: 'See how good this query is by your 30 labels of “oat drink”' }),
    ).toBeTruthy()
  })
})
