import {
  getContextSnippetsMockHandler,
  getContextSnippetsResponseMock,
  getContextSpaceMockHandler,
  getContextSpaceResponseMock,
  listContextSpacesMockHandler,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const [context] = getContextSpaceResponseMock().contexts

const openContext = () => {
  server.use(listContextSpacesMockHandler(), getContextSpaceMockHandler())
  return renderApp(`/signals/sig_k2m4p6q8/contexts?context=${context?.id}`)
}

describe('the context that is looked at', () => {
  test('has its passages, the very words marked, each leading to its document', async () => {
    const requests: string[] = []
    server.use(
      getContextSnippetsMockHandler(async ({ request }) => {
        requests.push(await request.text())
        return getContextSnippetsResponseMock()
      }),
    )
    openContext()
    const passages = within(await screen.findByRole('list', { name: 'Passages with barista' }))
    expect(passages.getByText('Oat milk', { selector: 'mark' }).parentElement?.textContent).toBe('Oat milk prices rise')
    expect(passages.getByRole('link').getAttribute('href')).toBe('/signals/sig_k2m4p6q8?docs=all&ids=doc_3k9f2m')
    expect(new URLSearchParams(requests[0]).get('x_term')).toBe('"barista"')
  })

  test('says when no document has it in those words', async () => {
    server.use(getContextSnippetsMockHandler({ items: [] }))
    openContext()
    expect(await screen.findByText(/only use other words for it/)).toBeTruthy()
  })
})
