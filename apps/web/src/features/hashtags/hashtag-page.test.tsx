import {
  getHashtagTrendsMockHandler,
  getHashtagTrendsResponseMock,
  listHashtagCreatorsResponseMock,
  listHashtagCreatorsMockHandler,
  listHashtagVideosMockHandler,
  listHashtagVideosMockHandler500,
  deleteHashtagImportMockHandler,
  getMeMockHandler,
  getMeResponseMock,
  listHashtagImportsMockHandler,
  listHashtagsMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportHashtagVideosInput } from '@auspex/sdk'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { describeConcentration } from './hashtag-words.ts'

const example = getHashtagTrendsResponseMock()

beforeEach(() =>
  server.use(getHashtagTrendsMockHandler(), listHashtagVideosMockHandler(), listHashtagCreatorsMockHandler()),
)

const refuse = (status: number, problem: { code: string; title: string; detail: string }) =>
  http.get(`${apiUrl}/demographics/tiktok/hashtags/:tag/trends`, () =>
    HttpResponse.json(
      { type: 'about:blank', status, message: problem.title, requestId: 'r-1', ...problem },
      { status, headers: { 'content-type': 'application/problem+json' } },
    ),
  )

describe('a hashtag', () => {
  test('shows its growth with the interval, and the source of the figures', async () => {
    renderApp('/hashtags/OatMilk')
    expect(
      await screen.findByRole('heading', { name: '#oatmilk grew: ×1.40 of the half before (1.10–1.80)' }),
    ).toBeTruthy()
    expect(screen.getByText('3.7–5.5% of 1,978 videos')).toBeTruthy()
    expect(screen.getAllByText(/Imported videos\. From files of your organization/).length).toBeGreaterThan(1)
  })

  test('shows days that were not counted as unknown, not as 0', async () => {
    const { user } = renderApp('/hashtags/oatmilk')
    await user.click(await screen.findByRole('button', { name: 'Videos by day: show as table' }))
    const row = within(screen.getByRole('table', { name: 'Videos by day' })).getByRole('row', { name: /19 Nov 2026/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(Array(4).fill('unknown'))
  })

  test('from a substitute is labelled before its first figure, and its posts are not called videos', async () => {
    server.use(
      getHashtagTrendsMockHandler({
        ...example,
        origin: 'mastodon',
        source: { ...example.source, origin: 'mastodon', name: 'Mastodon', isSubstitute: true, unit: 'post' },
        views: null,
        share: null,
        shareReason: 'The source does not say how many it has in total.',
      }),
    )
    renderApp('/hashtags/oatmilk')
    expect(await screen.findByText('Posts of Mastodon, not videos.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Posts' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Videos' })).toBeNull()
    expect(await screen.findByRole('radio', { name: 'Most liked' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Most seen' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Views' })).toBeNull()
    expect(screen.getByText('The source does not say how many it has in total.')).toBeTruthy()
  })

  test('from a chosen substitute does not mention sources that were not queried', async () => {
    const substitute = {
      ...example.source,
      origin: 'mastodon',
      name: 'Mastodon',
      isSubstitute: true,
      unit: 'post',
    } as const
    const [first] = example.coverage
    if (first === undefined) throw new Error('The example says what was asked')
    const openWithStatus = (status: 'empty' | 'not_asked') =>
      getHashtagTrendsMockHandler({
        ...example,
        origin: 'mastodon',
        source: substitute,
        coverage: [{ ...first, origin: 'import', status, isShown: false }],
      })
    server.use(openWithStatus('not_asked'))
    const { unmount } = renderApp('/hashtags/oatmilk')
    const warning = 'Posts of Mastodon, not videos.'
    expect((await screen.findByText(warning)).parentElement?.textContent).not.toContain('because')
    unmount()
    server.use(openWithStatus('empty'))
    renderApp('/hashtags/oatmilk')
    expect((await screen.findByText(warning)).parentElement?.textContent).toContain('because no imported file')
  })

  test('without data offers a longer period, every country, and stored hashtags', async () => {
    server.use(refuse(404, { code: 'hashtags.not_found', title: 'Nobody has #x', detail: 'Check the spelling.' }))
    renderApp('/hashtags/x?geo=NO')
    expect(await screen.findByRole('heading', { name: 'Nobody has #x' })).toBeTruthy()
    const longer = screen.getByRole('link', { name: 'Look at four months' }).getAttribute('href')
    expect(longer).toContain('period=120')
    expect(screen.getByRole('link', { name: 'Look everywhere' }).getAttribute('href')).not.toContain('geo')
  })

  test('whose source limits requests says so, and can be retried', async () => {
    server.use(
      refuse(503, {
        code: 'hashtags.rate_limited',
        title: 'Too many requests to Mastodon',
        detail: 'Ask again in 60 s.',
      }),
    )
    const { user } = renderApp('/hashtags/oatmilk')
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('Ask again in 60 s.'),
    )
    server.use(getHashtagTrendsMockHandler())
    await user.click(screen.getByRole('button', { name: 'Ask again' }))
    expect(await screen.findByRole('heading', { name: /#oatmilk grew/ })).toBeTruthy()
  })

  test('stays visible if its videos cannot be loaded', async () => {
    server.use(listHashtagVideosMockHandler500())
    renderApp('/hashtags/oatmilk')
    expect(await screen.findByText(/The videos could not be read\./)).toBeTruthy()
    expect(screen.getByRole('heading', { name: /#oatmilk grew/ })).toBeTruthy()
    expect(await screen.findByRole('table', { name: 'Creators' })).toBeTruthy()
  })

  test('of one creator is described as one voice, and the share of a hit is never overstated', () => {
    const found = listHashtagCreatorsResponseMock().concentration
    if (found === null) throw new Error('The example tells how concentrated the hashtag is')
    const singleCreator = { ...found, creators: 1, verdict: 'unknown' as const }
    expect(describeConcentration(singleCreator, 'video')).toBe('One voice: all of them are from one creator.')
    const hit = { ...found, creators: 37, basis: 'views' as const, topShare: 0.9974, verdict: 'one_voice' as const }
    expect(describeConcentration(hit, 'video')).toBe(
      'One voice: a single creator has 99.7% of the views of 37 creators.',
    )
    const half = {
      ...hit,
      creators: 6,
      topShare: 0.51,
      effectiveCreators: 3,
      low: null,
      verdict: 'few_voices' as const,
    }
    expect(describeConcentration(half, 'video')).toBe(
      'Few voices: the largest of 6 creators has 51% of the views, as concentrated as 3 creators of equal size.',
    )
    const ten = { ...half, creators: 40, topShare: 0.2, topTenShare: 0.6 }
    expect(describeConcentration(ten, 'video')).toContain(
      'the largest of 40 creators has 20% of the views, the ten largest have 60%, as concentrated as 3',
    )
  })

  test('is compared with another one through the URL, and never with one of another origin', async () => {
    server.use(
      http.get(`${apiUrl}/demographics/tiktok/hashtags/:tag/trends`, ({ params }) =>
        HttpResponse.json(
          params['tag'] === 'tea'
            ? {
                ...example,
                tag: 'tea',
                origin: 'bluesky',
                source: { ...example.source, origin: 'bluesky', name: 'Bluesky', isSubstitute: true, unit: 'post' },
              }
            : { ...example, tag: params['tag'] },
        ),
      ),
    )
    renderApp('/hashtags/oatmilk?beside=soymilk,tea')
    expect(await screen.findByRole('slider', { name: /of #oatmilk, #soymilk\./ })).toBeTruthy()
    expect(
      await screen.findByText(/#tea is left out, because its numbers come from another source \(Bluesky\)/),
    ).toBeTruthy()
  })

  test('stores the order of its videos in the URL', async () => {
    const { user, router } = renderApp('/hashtags/oatmilk')
    await user.click(await screen.findByRole('radio', { name: 'Typical' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ videos: 'typical' }))
  })
})

const report = {
  id: 'hti_0001',
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
  test('is sent in batches with continuous line numbers, and rejected lines are listed', async () => {
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

  test('that is interrupted says what to do', async () => {
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

  test('requires the role importer, which the page says to people without it', async () => {
    renderApp('/hashtags')
    expect(await screen.findByText(/requires the role “importer”/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Import a file' })).toBeNull()
    expect(await screen.findByRole('link', { name: '#oatmilk' })).toBeTruthy()
  })
})
