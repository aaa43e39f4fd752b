import {
  getMeMockHandler,
  getMeResponseMock,
  listImportsMockHandler,
  listImportsResponseMock,
  previewImportDeletionMockHandler,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const imports = listImportsResponseMock()
const preview = { importId: 'imp_5k2m9p', name: 'news.jsonl.gz', documents: 1140, kept: 10, isDeleted: false }

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
  test('say what came of each', async () => {
    renderApp('/sources')
    const table = within(await screen.findByRole('table', { name: 'Imported files' }))
    const cells = within(table.getByRole('row', { name: /news.jsonl.gz/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent).slice(0, 3)).toEqual(['1,150', '40', '10'])
  })

  test('are not there for who may not import', async () => {
    server.use(getMeMockHandler({ ...getMeResponseMock(), roles: ['member'] }))
    renderApp('/sources')
    expect(await screen.findByRole('heading', { name: 'Your own closing prices' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Imported files' })).toBeNull()
  })

  test('that were never brought say how it is done', async () => {
    server.use(listImportsMockHandler({ items: [], page: { ...imports.page, total: 0, totalPages: 0 } }))
    renderApp('/sources')
    expect(await screen.findByText(/No file has been imported yet/)).toBeTruthy()
  })

  test('are deleted after a question that counts what leaves and what stays, with progress', async () => {
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

  test('that brought nothing of their own leave the list alone', async () => {
    server.use(
      previewImportDeletionMockHandler({ ...preview, documents: 0, kept: 3 }),
      http.delete(`${apiUrl}/imports/imp_5k2m9p`, () =>
        HttpResponse.json({ ...preview, documents: 0, kept: 3, isDeleted: true }),
      ),
    )
    const { user, dialog } = await openDeletion()
    expect(await dialog.findByText(/No document leaves the library/)).toBeTruthy()
    expect(dialog.getByText(/3 documents stay/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete the entry' }))
    expect(
      await screen.findByText('news.jsonl.gz was deleted: no document left the library, 3 stay with another import.'),
    ).toBeTruthy()
  })

  test('of an older version cannot be deleted, and the dialog says why', async () => {
    server.use(previewImportDeletionMockHandler({ ...preview, documents: null, kept: 0 }))
    const { dialog } = await openDeletion()
    expect(await dialog.findByText(/did not record which documents came from it/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /^Delete \d/ })).toBeNull()
  })

  test('whose deletion was cut off says that it can go on', async () => {
    server.use(http.delete(`${apiUrl}/imports/imp_5k2m9p`, () => HttpResponse.json({}, { status: 400 })))
    const { user, dialog } = await openDeletion()
    await user.click(await dialog.findByRole('button', { name: 'Delete 1,140 documents' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('delete it again to go on')
  })
})
