import { getStoryResponseMock, listStoryVersionsMockHandler500 } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const story = getStoryResponseMock()

const openHistory = async () => {
  const { user } = renderApp(`/stories/${story.id}`)
  await user.click(await screen.findByRole('button', { name: 'History' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Version history' })) }
}

describe('the history of a story', () => {
  test('says who changed what, newest first', async () => {
    const { dialog } = await openHistory()
    const rows = within(await dialog.findByRole('list', { name: 'Versions, newest first' })).getAllByRole('button')
    expect(rows[0]?.textContent).toContain('Jon Aker added a card')
    expect(rows.at(-1)?.textContent).toContain('Mira Solberg created the story')
  })

  test('a version is looked at and brought back, and undo brings back the one before', async () => {
    const revisions: unknown[] = []
    server.use(
      http.post(`${apiUrl}/stories/:id/restore`, async ({ request }) => {
        revisions.push(await request.json())
        return HttpResponse.json({ ...story, revision: story.revision + revisions.length })
      }),
    )
    const { user, dialog } = await openHistory()
    await user.click(await dialog.findByRole('button', { name: /created the story/ }))
    expect(await dialog.findByRole('region', { name: 'The story as it was' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Bring back this version' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(revisions).toEqual([{ revision: 1 }, { revision: story.revision }]))
  })

  test('a failure can be tried again', async () => {
    server.use(listStoryVersionsMockHandler500())
    const { dialog } = await openHistory()
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
