import { addCardResponseMock, createStoryResponseMock, listStoriesMockHandler } from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const report = '/signals/sig_k2m4p6q8'

/** Records the requests, and responds according to the contract. */
const record = () => {
  const calls: { path: string; body: unknown }[] = []
  const answer = (path: string, response: object) =>
    http.post(`${apiUrl}${path}`, async ({ request }) => {
      calls.push({ path, body: await request.json() })
      return HttpResponse.json(response)
    })
  server.use(
    answer('/stories/addCard', addCardResponseMock()),
    answer('/stories/create', createStoryResponseMock()),
    http.delete(`${apiUrl}/stories/deleteCard/:storyId/:cardId`, ({ params }) => {
      calls.push({ path: 'deleteCard', body: params })
      return HttpResponse.json({ id: params['cardId'], deleted: true })
    }),
  )
  return calls
}

const openByKey = async () => {
  const { user } = renderApp(report)
  await screen.findByRole('button', { name: 'Add to a story' })
  await user.keyboard('a')
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add “oat milk” to a story' })) }
}

describe('adding to a story', () => {
  test('one key opens it, one more adds the chart to the story that was changed last', async () => {
    const calls = record()
    const { user, dialog } = await openByKey()
    await dialog.findByRole('button', { name: 'Add Documents a day' })
    await user.keyboard('{Enter}')
    expect(await dialog.findByText('Added')).toBeTruthy()
    expect(calls).toMatchObject([
      {
        path: '/stories/addCard',
        body: {
          storyId: 'st_o1f2m3',
          frozen: false,
          content: { kind: 'chart', measure: 'documents', signalId: 'sig_k2m4p6q8', points: [] },
        },
      },
    ])
  })

  test('what was added is taken back with undo', async () => {
    const calls = record()
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    await user.click(await dialog.findByRole('button', { name: 'Undo: Growth' }))
    expect(await dialog.findByRole('button', { name: 'Add Growth' })).toBeTruthy()
    expect(calls.at(-1)).toMatchObject({ path: 'deleteCard', body: { cardId: addCardResponseMock().id } })
  })

  test('the first card makes the first story, and the second comes into the same', async () => {
    server.use(
      listStoriesMockHandler({
        items: [],
        page: { page: 1, perPage: 100, total: 0, totalPages: 0, nextCursor: null },
      }),
    )
    const calls = record()
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    await dialog.findByRole('button', { name: 'Undo: Growth' })
    await user.click(dialog.getByRole('button', { name: 'Add Voices' }))
    await dialog.findByRole('button', { name: 'Undo: Voices' })
    expect(calls.map(({ path }) => path)).toEqual(['/stories/create', '/stories/addCard', '/stories/addCard'])
    expect(calls[0]?.body).toMatchObject({ title: 'oat milk' })
  })

  test('a refusal is told beside what was to be added', async () => {
    server.use(http.post(`${apiUrl}/stories/addCard`, () => HttpResponse.error()))
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    expect((await dialog.findByRole('alert')).textContent).not.toBe('')
    expect(dialog.getByRole('button', { name: 'Add Growth' })).toBeTruthy()
  })
})
