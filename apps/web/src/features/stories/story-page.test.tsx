import type { Story, StoryCard } from '@auspex/sdk'
import { getStoryMockHandler404, getStoryMockHandler500, getStoryResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { storeDraft } from '../../lib/storage/drafts.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = getStoryResponseMock()
const personId = 'usr_2k4m8q1z'
const textId = example.cards.find(({ content }) => content.kind === 'text')?.id ?? ''

/** A story on a fake server: it accepts changes, counts revisions and refuses stale ones, according to the contract. */
const createStoryServer = () => {
  const state = { story: structuredClone(example), requests: [] as { path: string; body: Record<string, unknown> }[] }
  const change = (next: Partial<Story>) => {
    state.story = { ...state.story, ...next, revision: state.story.revision + 1 }
  }
  const stale = () =>
    HttpResponse.json(
      {
        type: 'about:blank',
        title: 'The story has changed since',
        status: 409,
        code: 'stories.stale',
        requestId: 'r',
        current: state.story,
      },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    )
  server.use(
    http.get(`${apiUrl}/stories/:id`, () => HttpResponse.json(state.story)),
    http.put(`${apiUrl}/stories/update`, async ({ request }) => {
      const body = (await request.json()) as Partial<Story> & { revision?: number }
      state.requests.push({ path: 'update', body })
      if (body.revision !== undefined && body.revision !== state.story.revision) return stale()
      const { revision: _revision, id: _id, ...fields } = body
      change(fields)
      return HttpResponse.json(state.story)
    }),
    http.put(`${apiUrl}/stories/updateCard`, async ({ request }) => {
      const body = (await request.json()) as Partial<StoryCard> & { cardId: string; storyId: string }
      state.requests.push({ path: 'updateCard', body })
      const stored = state.story.cards.find(({ id }) => id === body.cardId)
      if (body.revision !== undefined && body.revision !== stored?.revision) return stale()
      const { revision: _revision, cardId, storyId: _storyId, ...fields } = body
      change({})
      const cards = state.story.cards.map((card) =>
        card.id === cardId ? { ...card, ...fields, revision: state.story.revision } : card,
      )
      state.story = { ...state.story, cards }
      return HttpResponse.json(cards.find(({ id }) => id === cardId))
    }),
    http.delete(`${apiUrl}/stories/deleteCard/:storyId/:cardId`, ({ params }) => {
      state.requests.push({ path: 'deleteCard', body: params })
      change({ cards: state.story.cards.filter(({ id }) => id !== params['cardId']) })
      return HttpResponse.json({ id: params['cardId'], deleted: true })
    }),
  )
  return {
    requests: state.requests,
    get story() {
      return state.story
    },
    /** Simulates a colleague's concurrent change. */
    change,
  }
}

const openStory = async () => {
  const app = renderApp(`/stories/${example.id}`)
  await screen.findByRole('list', { name: 'Cards of the story' })
  return app
}

const cardNames = () =>
  within(screen.getByRole('list', { name: 'Cards of the story' }))
    .getAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'))
    .filter((name) => name !== null)

describe('a story', () => {
  test('shows each of its cards', async () => {
    await openStory()
    expect(screen.getByRole('img', { name: /Documents a day/ })).toBeTruthy()
    expect(screen.getByText(/^×1\.80?$/)).toBeTruthy()
    expect(screen.getByText(/The foam of oat milk falls apart/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /Why baristas switch to oat milk/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Voices' })).toBeTruthy()
    expect(screen.getByText('Shoppers follow.').tagName).toBe('STRONG')
  })

  test('shows the moment of a frozen card', async () => {
    await openStory()
    expect(screen.getByText('Frozen: values of 18 Nov 2026, 12:00 UTC')).toBeTruthy()
  })

  test('an unknown day is labelled not covered, not 0', async () => {
    const { user } = await openStory()
    await user.click(screen.getAllByRole('button', { name: 'Show the numbers' })[0] as HTMLElement)
    const row = within(screen.getByRole('table')).getByRole('row', { name: /16 Nov 2026/ })
    expect(row.textContent).toContain('not covered')
  })

  test('shows its shape while it loads', async () => {
    server.use(http.get(`${apiUrl}/stories/:id`, async () => delay('infinite')))
    renderApp(`/stories/${example.id}`)
    expect(await screen.findByRole('status', { name: 'Loading the story' })).toBeTruthy()
  })

  test('somebody else’s story is not found, and the page says what to ask for', async () => {
    server.use(getStoryMockHandler404())
    renderApp(`/stories/${example.id}`)
    expect(await screen.findByRole('heading', { name: 'Story not found' })).toBeTruthy()
  })

  test('a failure can be retried', async () => {
    server.use(getStoryMockHandler500())
    renderApp(`/stories/${example.id}`)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('changing a story', () => {
  test('the title is saved automatically, as it was typed', async () => {
    const { story, requests } = createStoryServer()
    const { user } = await openStory()
    const title = screen.getByRole('textbox', { name: 'Title of the story' })
    await user.clear(title)
    await user.type(title, 'Foam Wars{Enter}')
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ title: 'foam wars', displayTitle: 'Foam Wars', revision: story.revision })
    expect(await screen.findByText('Saved')).toBeTruthy()
  })

  test('a card is frozen and unfrozen', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    await user.click(screen.getByRole('button', { name: 'Freeze Growth in four weeks' }))
    expect(await screen.findByRole('button', { name: 'Unfreeze Growth in four weeks' })).toBeTruthy()
    expect(stored.requests).toMatchObject([{ path: 'updateCard', body: { frozen: true } }])
  })

  test('the keyboard moves a card, its position is announced, and it keeps the focus', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    const before = cardNames()
    screen.getByRole('button', { name: /^Move Growth in four weeks/ }).focus()
    await user.keyboard('{ArrowUp}')
    expect(await screen.findByText('Growth in four weeks is now card 2 of 8.')).toBeTruthy()
    expect(cardNames().slice(0, 3)).toEqual([before[0], before[2], before[1]])
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Growth in four weeks, card 2 of 8/)
    await waitFor(() => expect(stored.story.cards[1]?.id).toBe('cd_g7h8i9'))
  })

  test('a moved card stays in its new position during and after saving', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    const before = cardNames().join()
    screen.getByRole('button', { name: /^Move Growth in four weeks/ }).focus()
    const orders: string[] = []
    const observer = new MutationObserver(() => orders.push(cardNames().join()))
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(stored.story.cards[1]?.id).toBe('cd_g7h8i9'))
    expect(await screen.findByText('Saved')).toBeTruthy()
    await new Promise((resolve) => setTimeout(resolve))
    observer.disconnect()
    const since = orders.slice(orders.findIndex((order) => order !== before))
    expect(since.length).toBeGreaterThan(1)
    expect(since).not.toContain(before)
  })

  test('reordering does not undo a colleague’s text', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    stored.change({ displayTitle: 'Foam, revised' })
    screen.getByRole('button', { name: /^Move Growth in four weeks/ }).focus()
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(stored.story.cards[1]?.id).toBe('cd_g7h8i9'))
    expect(stored.story.displayTitle).toBe('Foam, revised')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('undo restores a deleted card without any request', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    await user.click(screen.getByRole('button', { name: 'Delete Growth in four weeks' }))
    expect(screen.queryByText(/^×1\.80?$/)).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/^×1\.80?$/)).toBeTruthy()
    expect(stored.requests).toEqual([])
  })

  test('text that two people wrote at once is shown in both versions, and the chosen one is stored', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    stored.change({ displayTitle: 'Theirs' })
    const title = screen.getByRole('textbox', { name: 'Title of the story' })
    await user.clear(title)
    await user.type(title, 'Mine{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: /Someone else changed the title/ }))
    expect(dialog.getByRole('region', { name: 'Yours' }).textContent).toContain('Mine')
    expect(dialog.getByRole('region', { name: 'Stored now' }).textContent).toContain('Theirs')
    expect(stored.story.displayTitle).toBe('Theirs')
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(stored.story.displayTitle).toBe('Mine'))
    expect(await screen.findByText('Saved')).toBeTruthy()
  })

  test('the other version can be kept, and the field shows it', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    stored.change({ displayTitle: 'Theirs' })
    const title = screen.getByRole('textbox', { name: 'Title of the story' })
    await user.clear(title)
    await user.type(title, 'Mine{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Keep the stored version' }))
    expect(await screen.findByDisplayValue('Theirs')).toBeTruthy()
    expect(stored.story.displayTitle).toBe('Theirs')
  })

  test('text that cannot be saved is reported, kept in the browser, and saved on retry', async () => {
    const stored = createStoryServer()
    let isDown = true
    server.use(http.put(`${apiUrl}/stories/update`, () => (isDown ? HttpResponse.error() : undefined)))
    const { user } = await openStory()
    const title = screen.getByRole('textbox', { name: 'Title of the story' })
    await user.clear(title)
    await user.type(title, 'Kept{Enter}')
    expect(await screen.findByText(/^Couldn’t save:/)).toBeTruthy()
    expect(JSON.stringify(localStorage)).toContain('Kept')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(stored.story.displayTitle).toBe('Kept'))
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Kept'))
  })

  test('text left by an expired session is restored and saved', async () => {
    const stored = createStoryServer()
    const base = 'Baristas have made up their minds. **Shoppers follow.**'
    storeDraft(personId, `${example.id}.${textId}.text`, { text: 'What I was writing', base })
    await openStory()
    expect(await screen.findByDisplayValue('What I was writing')).toBeTruthy()
    await waitFor(() =>
      expect(stored.story.cards.find(({ id }) => id === textId)?.content).toMatchObject({ text: 'What I was writing' }),
    )
  })

  test('text of another person on this computer is not shown', async () => {
    createStoryServer()
    storeDraft('usr_other', `${example.id}.${textId}.text`, { text: 'A secret', base: '' })
    await openStory()
    expect(screen.queryByDisplayValue('A secret')).toBeNull()
  })

  test('a text is written as Markdown and shown rendered', async () => {
    const stored = createStoryServer()
    const { user } = await openStory()
    await user.click(screen.getByRole('button', { name: /^Edit Baristas/ }))
    const field = screen.getByRole('textbox', { name: 'Text of the card' })
    await user.clear(field)
    await user.type(field, 'Tea is **next**')
    await user.keyboard('{Escape}')
    expect((await screen.findByText('next')).tagName).toBe('STRONG')
    expect(stored.story.cards.find(({ id }) => id === textId)?.content).toMatchObject({ text: 'Tea is **next**' })
  })
})
