import { createShareLinkResponseMock, listShareLinksMockHandler500, listShareLinksResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const openShare = async () => {
  const { user } = renderApp('/stories/st_o1f2m3')
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Share “Why oat milk wins the foam”' })) }
}

const token = 'a-token-of-thirty-two-characters'

const recordLinks = () => {
  const bodies: { access?: string; expiresAt?: string | null }[] = []
  server.use(
    http.post(`${apiUrl}/shareLinks`, async ({ request }) => {
      bodies.push((await request.json()) as object)
      return HttpResponse.json({ ...createShareLinkResponseMock(), token })
    }),
  )
  return bodies
}

describe('sharing', () => {
  test('makes a link for the organization that ends, unless one says otherwise', async () => {
    const bodies = recordLinks()
    const { user, dialog } = await openShare()
    await user.click(dialog.getByRole('button', { name: 'Make a link' }))
    expect(await dialog.findByDisplayValue(`${window.location.origin}/shared/${token}`)).toBeTruthy()
    expect(bodies).toMatchObject([{ kind: 'story', itemId: 'st_o1f2m3', access: 'organization' }])
    const days = (Date.parse(bodies[0]?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29)
    expect(days).toBeLessThan(31)
  })

  test('makes a link for anyone only when that is chosen', async () => {
    const bodies = recordLinks()
    const { user, dialog } = await openShare()
    await user.click(dialog.getByRole('radio', { name: 'Anyone with the link, without an account' }))
    await user.click(dialog.getByRole('button', { name: 'Make a link' }))
    await waitFor(() => expect(bodies).toMatchObject([{ access: 'anyone' }]))
  })

  test('ends a link only after it was said what ends', async () => {
    const ids: unknown[] = []
    server.use(
      http.delete(`${apiUrl}/shareLinks/:id`, ({ params }) => {
        ids.push(params['id'])
        return HttpResponse.json({ id: params['id'], deleted: true })
      }),
    )
    const { user, dialog } = await openShare()
    const [link] = listShareLinksResponseMock().items
    await user.click((await dialog.findAllByRole('button', { name: /^Revoke the link made/ }))[0] as HTMLElement)
    const question = within(dialog.getByRole('group', { name: 'Revoke this link?' }))
    expect(question.getByText(new RegExp(`“${link?.title}”`))).toBeTruthy()
    expect(ids).toEqual([])
    await user.click(question.getByRole('button', { name: 'Revoke the link' }))
    await waitFor(() => expect(ids).toEqual([link?.id]))
    // the button is gone; the keyboard focus stays in the dialog
    expect(await dialog.findByText('The link is revoked.')).toBeTruthy()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })

  test('a failure of the list leaves the form to be used', async () => {
    server.use(listShareLinksMockHandler500())
    const { dialog } = await openShare()
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Make a link' })).toBeTruthy()
  })
})
