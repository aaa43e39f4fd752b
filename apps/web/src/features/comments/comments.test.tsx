import type { PostedComment, CommentInput, CommentPage } from '@auspex/sdk'
import {
  createCommentMockHandler,
  getCommentMockHandler,
  getCommentResponseMock,
  listCommentsMockHandler,
  updateCommentMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { suggestMentions, toSent, toTyped } from './mentions.ts'

const jon = { id: 'usr_9d3kk2aa', name: 'Jon Aker' }
const ann = { id: 'usr_a', name: 'Ann' }
const annLee = { id: 'usr_b', name: 'Ann Lee' }

const pageOf = (items: PostedComment[]): CommentPage => ({
  items,
  open: items.filter(({ resolvedAt }) => resolvedAt === null).length,
  page: { page: 1, perPage: 100, total: items.length, totalPages: 1, nextCursor: null },
})

describe('a mention', () => {
  test('is typed as a name and sent as an id, the longest name first', () => {
    expect(toSent('@Ann Lee and @Ann, not @Annika', [ann, annLee], [])).toBe('@[usr_b] and @[usr_a], not @Annika')
    expect(toTyped('@[usr_b] and @[usr_zz]', [annLee])).toBe('@Ann Lee and @a colleague')
  })

  test('is suggested while it is typed, by any of the names of a person', () => {
    expect(suggestMentions('Hi @le', 6, [ann, annLee])?.suggestions).toEqual([annLee])
    expect(suggestMentions('a@le', 4, [ann, annLee])).toBeNull()
    expect(suggestMentions('@Ann Lee ', 9, [annLee])).toBeNull()
  })
})

describe('the comments of a report', () => {
  test('open with C, teach what they are for, and give the focus back', async () => {
    renderApp('/signals/sig_k2m4p6q8')
    const button = await screen.findByRole('button', { name: 'Comments, none open' })
    button.focus()
    await userEvent.keyboard('c')
    const panel = await screen.findByRole('dialog', { name: 'Comments on oat milk' })
    expect(await within(panel).findByText('No open comments')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('are counted on the button, and are sent with a mention by Ctrl+Enter', async () => {
    const sent: CommentInput[] = []
    const stored = getCommentResponseMock()
    server.use(
      listCommentsMockHandler(pageOf([stored])),
      createCommentMockHandler(async ({ request }) => {
        sent.push((await request.json()) as CommentInput)
        return stored
      }),
    )
    renderApp('/signals/sig_k2m4p6q8')
    await userEvent.click(await screen.findByRole('button', { name: 'Comments, 1 open comment' }))
    const field = await screen.findByRole('combobox', { name: 'New comment' })
    await userEvent.type(field, 'Ask @jo')
    await userEvent.click(await screen.findByRole('option', { name: 'Jon Aker' }))
    await userEvent.type(field, 'please{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent).toMatchObject([{ kind: 'signal', text: `Ask @[${jon.id}] please` }]))
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
  })

  test('keep the words in the field when they cannot be sent', async () => {
    server.use(
      createCommentMockHandler(() => {
        throw HttpResponse.json(
          {
            title: 'You wrote 20 comments within a minute',
            status: 429,
            code: 'comments.too_fast',
            detail: 'Wait a moment, then send it again.',
          },
          { status: 429, headers: { 'content-type': 'application/problem+json', 'retry-after': '30' } },
        )
      }),
    )
    renderApp('/signals/sig_k2m4p6q8')
    await userEvent.click(await screen.findByRole('button', { name: /^Comments/ }))
    const field = await screen.findByRole('combobox', { name: 'New comment' })
    await userEvent.type(field, 'Why?{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect((field as HTMLTextAreaElement).value).toBe('Why?')
  })

  test('open at one comment by its address, are resolved, and show markup as words', async () => {
    const hostile = { ...getCommentResponseMock(), text: '<img src=x onerror=alert(1)> @[usr_9d3kk2aa]' }
    const changes: unknown[] = []
    server.use(
      getCommentMockHandler(hostile),
      listCommentsMockHandler(pageOf([hostile])),
      updateCommentMockHandler(async ({ request }) => {
        changes.push(await request.json())
        return hostile
      }),
    )
    renderApp(`/signals/sig_k2m4p6q8?comments=${hostile.id}`)
    const panel = await screen.findByRole('dialog', { name: /^Comments/ })
    expect(await within(panel).findByText('<img src=x onerror=alert(1)>', { exact: false })).toBeTruthy()
    expect(within(panel).getByText('@Jon Aker')).toBeTruthy()
    expect(panel.querySelector('img')).toBeNull()
    await userEvent.click(within(panel).getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(changes).toEqual([{ resolved: true }]))
    expect(await screen.findByText('Comment resolved.')).toBeTruthy()
  })
})
