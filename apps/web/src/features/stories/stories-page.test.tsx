import {
  createStoryResponseMock,
  listStoriesMockHandler,
  listStoriesMockHandler500,
  listStoriesResponseMock,
  addCardResponseMock,
  getStoryResponseMock,
  listStoryVersionsMockHandler500,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { undoMs } from '../../lib/api/delayed-changes.tsx'
import { slideOfKey } from './present/presentation-page.tsx'
import { toSeries } from './cards/series.model.ts'

const [listedStory] = listStoriesResponseMock().items
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
    expect(link.getAttribute('href')).toBe(`/stories/${listedStory?.id}`)
    expect(screen.getByText(new RegExp(`^${listedStory?.cards.length} cards`))).toBeTruthy()
  })

  test('show their shape while they load', async () => {
    server.use(http.get(`${apiUrl}/stories`, async () => delay('infinite')))
    renderApp('/stories')
    expect(await screen.findByRole('group', { name: 'Loading the stories' })).toBeTruthy()
  })

  test('an empty list offers one next step, which creates a story', async () => {
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

  test('a failure can be retried', async () => {
    server.use(listStoriesMockHandler500())
    renderApp('/stories')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('are searched on the server, and the URL stores the search', async () => {
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
    expect(await screen.findByRole('heading', { name: 'No stories match “tea”' })).toBeTruthy()
    expect(terms.at(-1)).toBe('tea')
    expect(location().search).toMatchObject({ q: 'tea' })
  })

  test('a deleted one disappears immediately and is restored by undo without any request', async () => {
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
    await waitFor(() => expect(ids).toEqual([listedStory?.id]))
  })
})

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
  await screen.findByRole('button', { name: 'Share' })
  await user.keyboard('a')
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add “oat milk” to a story' })) }
}

describe('adding to a story', () => {
  test('one key opens the dialog, another adds the chart to the last changed story', async () => {
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

  test('undo removes an added card', async () => {
    const calls = record()
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    await user.click(await dialog.findByRole('button', { name: 'Undo: Growth' }))
    expect(await dialog.findByRole('button', { name: 'Add Growth' })).toBeTruthy()
    expect(calls.at(-1)).toMatchObject({ path: 'deleteCard', body: { cardId: addCardResponseMock().id } })
  })

  test('the first card creates the first story, and the second is added to it', async () => {
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

  test('an undo that fails says why, and does not offer to add the card twice', async () => {
    record()
    server.use(http.delete(`${apiUrl}/stories/deleteCard/:storyId/:cardId`, () => HttpResponse.error()))
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    await user.click(await dialog.findByRole('button', { name: 'Undo: Growth' }))
    expect((await dialog.findByRole('alert')).textContent).not.toBe('')
    expect(dialog.getByRole('button', { name: 'Undo: Growth' })).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Add Growth' })).toBeNull()
  })

  test('a card that somebody has deleted meanwhile can be added again, and a second press of Undo does nothing', async () => {
    record()
    let deletions = 0
    const { promise: pressedTwice, resolve: answer } = Promise.withResolvers<undefined>()
    server.use(
      http.delete(`${apiUrl}/stories/deleteCard/:storyId/:cardId`, async () => {
        deletions += 1
        await pressedTwice
        return new HttpResponse(null, { status: 404 })
      }),
    )
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    const undo = await dialog.findByRole('button', { name: 'Undo: Growth' })
    await user.click(undo)
    await user.click(undo)
    answer(undefined)
    expect(await dialog.findByRole('button', { name: 'Add Growth' })).toBeTruthy()
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(deletions).toBe(1)
  })

  test('a refusal is shown beside the offer', async () => {
    server.use(http.post(`${apiUrl}/stories/addCard`, () => HttpResponse.error()))
    const { user, dialog } = await openByKey()
    await user.click(await dialog.findByRole('button', { name: 'Add Growth' }))
    expect((await dialog.findByRole('alert')).textContent).not.toBe('')
    expect(dialog.getByRole('button', { name: 'Add Growth' })).toBeTruthy()
  })
})

const story = getStoryResponseMock()
const last = story.cards.length + 1

describe('the presentation', () => {
  test('starts with the title and moves with arrows and Space; the URL stores the slide', async () => {
    const { user, location } = renderApp(`/stories/${story.id}/present`)
    expect(await screen.findByRole('heading', { name: 'Why oat milk wins the foam' })).toBeTruthy()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(await screen.findByRole('heading', { name: 'Articles and comments a day' })).toBeTruthy()
    expect(String(location().search.slide)).toBe('3')
    expect(screen.getByRole('status').textContent).toBe(`Slide 3 of ${last}: Articles and comments a day`)
    await user.keyboard(' ')
    expect(await screen.findByRole('heading', { name: 'Growth in four weeks' })).toBeTruthy()
    await user.keyboard('{Home}')
    expect(await screen.findByRole('heading', { name: 'Why oat milk wins the foam' })).toBeTruthy()
  })

  test('fills the window, and Escape leads back to the story', async () => {
    const { user, location } = renderApp(`/stories/${story.id}/present?slide=2`)
    await screen.findByText('Shoppers follow.')
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location().pathname).toBe(`/stories/${story.id}`))
  })

  test('a slide number beyond the end shows the last slide', async () => {
    renderApp(`/stories/${story.id}/present?slide=99`)
    expect(await screen.findByText(`${last} / ${last}`)).toBeTruthy()
  })

  test.each([
    ['ArrowRight', false, 3],
    [' ', false, 3],
    [' ', true, 1],
    ['PageUp', false, 1],
    ['End', false, 9],
    ['x', false, undefined],
  ])('"%s" (with Shift: %s) leads from the second slide to %s', (key, shiftKey, slide) => {
    expect(slideOfKey({ key, shiftKey }, 2, 9)).toBe(slide)
  })
})

const versionedStory = getStoryResponseMock()

const openHistory = async () => {
  const { user } = renderApp(`/stories/${versionedStory.id}`)
  await user.click(await screen.findByRole('button', { name: 'History' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Version history' })) }
}

describe('the history of a story', () => {
  test('lists who changed what, newest first', async () => {
    const { dialog } = await openHistory()
    const rows = within(await dialog.findByRole('list', { name: 'Versions, newest first' })).getAllByRole('button')
    expect(rows[0]?.textContent).toContain('Jon Aker added a card')
    expect(rows.at(-1)?.textContent).toContain('Mira Solberg created the story')
  })

  test('a version can be viewed and restored, and undo restores the previous one', async () => {
    const revisions: unknown[] = []
    server.use(
      http.post(`${apiUrl}/stories/:id/restore`, async ({ request }) => {
        revisions.push(await request.json())
        return HttpResponse.json({ ...versionedStory, revision: versionedStory.revision + revisions.length })
      }),
    )
    const { user, dialog } = await openHistory()
    await user.click(await dialog.findByRole('button', { name: /created the story/ }))
    expect(await dialog.findByRole('region', { name: 'The story as it was' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Restore this version' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(revisions).toEqual([{ revision: 1 }, { revision: versionedStory.revision }]))
  })

  test('a failure can be retried', async () => {
    server.use(listStoryVersionsMockHandler500())
    const { dialog } = await openHistory()
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10)

describe('the series of a card', () => {
  test('keeps each day of a short period, and unknown days stay unknown', () => {
    const { grain, steps } = toSeries([
      { day: day(0), value: 9 },
      { day: day(1), value: null },
      { day: day(2), value: 0 },
    ])
    expect(grain).toBe('day')
    expect(steps.map(({ value }) => value)).toEqual([9, null, 0])
  })

  test('a missing day is unknown, not joined to its neighbours', () => {
    const { steps } = toSeries([
      { day: day(0), value: 4 },
      { day: day(2), value: 6 },
    ])
    expect(steps.map(({ value }) => value)).toEqual([4, null, 6])
  })

  test('a long period is drawn in weeks, each the mean of its known days', () => {
    const points = Array.from({ length: 365 }, (_, index) => ({ day: day(index), value: index % 2 === 0 ? 10 : null }))
    const { grain, steps } = toSeries(points)
    expect(grain).toBe('week')
    expect(new Set(steps.map(({ value }) => value))).toEqual(new Set([10]))
    expect(steps.length).toBeLessThan(60)
  })

  test('a series without measurements is empty', () => {
    expect(toSeries([]).steps).toEqual([])
  })
})
