import {
  createStoryResponseMock,
  listStoriesMockHandler,
  listStoriesMockHandler500,
  listStoriesResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { undoMs } from '../../lib/delayed-changes.tsx'

const [story] = listStoriesResponseMock().items
const nothing = { items: [], page: { page: 1, perPage: 30, total: 0, totalPages: 0, nextCursor: null } }

const recordDeletions = () => {
  const ids: unknown[] = []
  server.use(
    http.delete(`${apiUrl}/stories/delete/:id`, ({ params }) => {
      ids.push(params['id'])
      return HttpResponse.json({ id: params['id'], deleted: true })
    }),
  )
  return ids
}

describe('the stories', () => {
  test('are listed with their title as it was typed and how many cards they have', async () => {
    renderApp('/stories')
    const link = await screen.findByRole('link', { name: 'Why oat milk wins the foam' })
    expect(link.getAttribute('href')).toBe(`/stories/${story?.id}`)
    expect(screen.getByText(new RegExp(`^${story?.cards.length} cards`))).toBeTruthy()
  })

  test('show their shape while they load', async () => {
    server.use(http.get(`${apiUrl}/stories`, async () => delay('infinite')))
    renderApp('/stories')
    expect(await screen.findByRole('group', { name: 'Loading the stories' })).toBeTruthy()
  })

  test('none yet: one next step is offered, and it makes a story', async () => {
    server.use(listStoriesMockHandler(nothing))
    const bodies: unknown[] = []
    server.use(
      http.post(`${apiUrl}/stories/create`, async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(createStoryResponseMock())
      }),
    )
    const { user, location } = renderApp('/stories')
    await user.click(await screen.findByRole('button', { name: 'Create a story' }))
    await user.click(screen.getByRole('button', { name: 'Create the story' }))
    expect(await screen.findByText('Give the story a title. It can be changed later.')).toBeTruthy()
    expect(bodies).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Title of the story' }), '  Foam Wars ')
    await user.click(screen.getByRole('button', { name: 'Create the story' }))
    await waitFor(() => expect(location().pathname).toBe(`/stories/${createStoryResponseMock().id}`))
    // the title is stored in lower case, according to the specification, together with the title as typed
    expect(bodies).toMatchObject([{ title: 'foam wars', displayTitle: 'Foam Wars' }])
  })

  test('a failure can be tried again', async () => {
    server.use(listStoriesMockHandler500())
    renderApp('/stories')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('are searched on the server, and the address keeps the words', async () => {
    const terms: (string | null)[] = []
    server.use(
      http.get(`${apiUrl}/stories`, ({ request }) => {
        const term = new URL(request.url).searchParams.get('searchTerm')
        terms.push(term)
        return HttpResponse.json(term === null ? listStoriesResponseMock() : nothing)
      }),
    )
    const { user, location } = renderApp('/stories')
    await user.type(await screen.findByRole('searchbox', { name: 'Find a story' }), 'tea')
    expect(await screen.findByRole('heading', { name: 'No story is called “tea”' })).toBeTruthy()
    expect(terms.at(-1)).toBe('tea')
    expect(location().search).toMatchObject({ q: 'tea' })
  })

  test('one that is deleted is gone at once and comes back with undo, and nothing was sent', async () => {
    const ids = recordDeletions()
    const { user } = renderApp('/stories')
    await user.click(await screen.findByRole('button', { name: 'More for Why oat milk wins the foam' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(screen.queryByRole('link', { name: 'Why oat milk wins the foam' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Why oat milk wins the foam' })).toBeTruthy()
    expect(ids).toEqual([])
  })

  test('the deletion is sent once undo is no longer offered', async () => {
    const ids = recordDeletions()
    const { user } = renderApp('/stories')
    await user.click(await screen.findByRole('button', { name: 'More for Why oat milk wins the foam' }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    screen.getByRole('menuitem', { name: 'Delete', hidden: true }).click()
    vi.advanceTimersByTime(undoMs)
    vi.useRealTimers()
    await waitFor(() => expect(ids).toEqual([story?.id]))
  })
})
