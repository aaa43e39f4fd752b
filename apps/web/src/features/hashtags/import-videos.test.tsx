import {
  deleteHashtagImportMockHandler,
  getMeMockHandler,
  getMeResponseMock,
  listHashtagImportsMockHandler,
  listHashtagsMockHandler,
} from '@auspex/sdk/msw'
import type { ImportHashtagVideosInput } from '@auspex/sdk'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const report = {
  importId: 'hti_0001',
  name: 'own.jsonl',
  read: 2500,
  stored: 2499,
  renewed: 0,
  refused: 1,
  refusals: [{ line: 1204, field: 'time', reason: 'must be a moment with an offset' }],
  firstDay: '2026-11-14',
  lastDay: '2026-11-20',
  startedAt: '2026-11-21T09:12:00Z',
  updatedAt: '2026-11-21T09:12:00Z',
}
let batches: ImportHashtagVideosInput[] = []

beforeEach(() => {
  batches = []
  server.use(
    listHashtagsMockHandler(),
    listHashtagImportsMockHandler(),
    deleteHashtagImportMockHandler(),
    http.post(`${apiUrl}/demographics/hashtagImports`, async ({ request }) => {
      batches.push((await request.json()) as ImportHashtagVideosInput)
      return HttpResponse.json(report)
    }),
  )
})
const beImporter = () => server.use(getMeMockHandler({ ...getMeResponseMock(), roles: ['member', 'importer'] }))
const choose = async (text: string) => {
  const { user, container } = renderApp('/hashtags')
  await screen.findByRole('button', { name: 'Import a file' })
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('no field for a file')
  await user.upload(input, new File([text], 'own.jsonl', { type: 'application/x-ndjson' }))
}

describe('a file of videos', () => {
  test('is sent in batches that count its lines on, and what was refused is listed by line', async () => {
    beImporter()
    await choose(Array.from({ length: 2500 }, (_, index) => `{"line":${index + 1}}`).join('\r\n'))
    expect(await screen.findByText('own.jsonl: 2,499 new videos, 0 renewed, 1 line refused.')).toBeTruthy()
    expect(screen.getByText('Line 1204: time must be a moment with an offset')).toBeTruthy()
    expect(batches.map(({ importId, firstLine, lines }) => [importId, firstLine, lines.length])).toEqual([
      [undefined, 1, 1000],
      ['hti_0001', 1001, 1000],
      ['hti_0001', 2001, 500],
    ])
    expect(batches[2]?.lines.at(-1)).toBe('{"line":2500}')
  })

  test('that breaks off on the way says what to do', async () => {
    beImporter()
    server.use(
      http.post(`${apiUrl}/demographics/hashtagImports`, () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            status: 413,
            code: 'request.too_large',
            title: 'Too large',
            message: 'Too large',
            requestId: 'r-1',
          },
          { status: 413, headers: { 'content-type': 'application/problem+json' } },
        ),
      ),
    )
    await choose('{}')
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toMatch(/Too large.*send the file again/)
  })

  test('needs the role importer, which the page says to who has it not', async () => {
    renderApp('/hashtags')
    expect(await screen.findByText(/needs the role of importer/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Import a file' })).toBeNull()
    expect(await screen.findByRole('link', { name: '#oatmilk' })).toBeTruthy()
  })
})
