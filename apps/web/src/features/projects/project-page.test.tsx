import type { Project } from '@auspex/sdk'
import {
  createExportResponseMock,
  getProjectDashboardMockHandler,
  getProjectDashboardMockHandler500,
  getProjectDashboardResponseMock,
  getProjectMockHandler,
  getProjectMockHandler404,
  getProjectMockHandler500,
  getProjectResponseMock,
  listGroupPortfoliosMockHandler,
  listProjectsMockHandler,
  listPortfoliosResponseMock,
  listProjectsMockHandler500,
  listProjectsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example: Project = {
  ...getProjectResponseMock(),
  image: null,
  portfolios: [{ id: 'pf_p1a2m3' }, { id: 'pf_c4f5e6' }],
}
const dashboard = getProjectDashboardResponseMock()
/** Two portfolios to choose from. */
const choices = listPortfoliosResponseMock()
const address = `/projects/${example.projectId}`

const open = async (project: Project = example) => {
  server.use(
    getProjectMockHandler(project),
    getProjectDashboardMockHandler(),
    listGroupPortfoliosMockHandler(choices),
    listProjectsMockHandler(),
  )
  const app = renderApp(address)
  await screen.findByRole('heading', { name: project.displayTitle, level: 1 })
  return app
}

/** Responds to each call with the next response, and records the requests. */
const recordRequests = (
  method: 'post' | 'put',
  path: string,
  ...answers: { status?: number; body: object }[]
): unknown[] => {
  const requests: unknown[] = []
  server.use(
    http[method](`${apiUrl}${path}`, async ({ request }) => {
      const { status = 200, body } = answers[Math.min(requests.length, answers.length - 1)] ?? { body: {} }
      requests.push(await request.json())
      return HttpResponse.json(body, { status })
    }),
  )
  return requests
}
const members = () =>
  within(screen.getByRole('list', { name: 'Portfolios of the project' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('a project is exported as a file of its portfolios, or says why there is none', async () => {
  const { user } = await open()
  const failed = { ...createExportResponseMock(), kind: 'project', status: 'failed', reason: 'It is too large.' }
  const sent = recordRequests('post', '/exports', { body: failed })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^CSV for Excel/ }))
  expect(await screen.findByText('It is too large.')).toBeTruthy()
  expect(sent).toEqual([{ kind: 'project', id: example.projectId, format: 'csv-excel' }])
})

describe('the dashboard of a project', () => {
  test('describes what moved since the last visit, with intervals', async () => {
    await open()
    const moved = within(await screen.findByRole('list', { name: 'Signals that changed' }))
    expect(moved.getByRole('link', { name: 'oat milk' })).toBeTruthy()
    expect(moved.getByText(/29 documents in 7 days to 20 Nov 2026, 24 in the 7 days before/)).toBeTruthy()
    expect(moved.getByText(/emerging → rising/)).toBeTruthy()
    expect(screen.getByText(/^Since your last visit/)).toBeTruthy()
    expect(screen.getByText('1 signal shows no clear change.')).toBeTruthy()
  })

  test('shows events, tone and the state of the sources', async () => {
    await open()
    const events = within(await screen.findByRole('list', { name: 'Biggest events' }))
    expect(events.getByText('Oat milk prices rise as harvest fails')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Signals by tone' }).textContent).toContain('Positive 2')
    const sources = within(screen.getByRole('table', { name: 'Sources of the project' }))
    expect(sources.getByRole('rowheader', { name: 'Imported documents' })).toBeTruthy()
    expect(sources.getByText('not asked')).toBeTruthy()
  })

  test('says that nothing changed instead of showing an empty chart', async () => {
    server.use(getProjectDashboardMockHandler({ ...dashboard, moved: [], events: [], sources: [] }))
    server.use(getProjectMockHandler(example), listGroupPortfoliosMockHandler(choices))
    renderApp(address)
    expect(await screen.findByText('No signal has clearly changed.')).toBeTruthy()
    expect(screen.getByText('No events in the last 90 days with data.')).toBeTruthy()
  })

  test('of sources that ended before the visit names the last covered day', async () => {
    const ended = { ...dashboard, moved: [], steady: 0, unclear: 2, coveredTo: '2013-08-17' }
    server.use(getProjectDashboardMockHandler(ended))
    server.use(getProjectMockHandler(example), listGroupPortfoliosMockHandler(choices))
    renderApp(address)
    expect(await screen.findByText('No signal has data since then. The last covered day is 17 Aug 2013.')).toBeTruthy()
    expect(screen.queryByText(/cannot be compared/)).toBeNull()
  })

  test('that fails keeps the portfolios and can be retried', async () => {
    await open()
    server.use(getProjectDashboardMockHandler500())
    const secondRender = renderApp(address)
    expect(await within(secondRender.container).findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(within(secondRender.container).getByRole('heading', { name: 'Portfolios' })).toBeTruthy()
  })
})

describe('a project', () => {
  test('without portfolios explains how to add them', async () => {
    await open({ ...example, portfolios: [] })
    expect(screen.getByRole('heading', { name: 'No portfolios yet' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'What changed' })).toBeNull()
  })

  test('of somebody else is not found', async () => {
    server.use(getProjectMockHandler404())
    renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeTruthy()
  })

  test('shows that it is loading', async () => {
    server.use(getProjectMockHandler(async () => new Promise<never>(() => {})))
    renderApp(address)
    expect((await screen.findByRole('group', { name: 'Loading the project' })).getAttribute('aria-busy')).toBe('true')
  })

  test('that fails can be retried', async () => {
    server.use(getProjectMockHandler500())
    renderApp(address)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('keeps the case of a new name', async () => {
    const { user } = await open()
    const sent = recordRequests('put', '/project/update', { body: { ...example, displayTitle: 'Board', revision: 9 } })
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.clear(screen.getByRole('textbox', { name: 'Name' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Board{Enter}')
    expect(await screen.findByRole('heading', { name: 'Board', level: 1 })).toBeTruthy()
    expect(sent).toEqual([
      { projectId: example.projectId, title: 'board', displayTitle: 'Board', revision: example.revision },
    ])
  })
})

describe('the portfolios of a project', () => {
  test('are reordered with the arrow keys, and the new position is announced', async () => {
    const { user } = await open()
    await waitFor(() => expect(members()).toEqual(['Plant milks', 'Coffee at home']))
    const sent = recordRequests('put', '/project/update', {
      body: { ...example, portfolios: example.portfolios.toReversed(), revision: 9 },
    })
    screen.getByRole('button', { name: /^Order Plant milks/ }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(members()).toEqual(['Coffee at home', 'Plant milks']))
    expect(screen.getByText('Plant milks is number 2 of 2.')).toBeTruthy()
    await waitFor(() =>
      expect(sent).toEqual([
        {
          projectId: example.projectId,
          portfolios: [{ id: 'pf_c4f5e6' }, { id: 'pf_p1a2m3' }],
          revision: example.revision,
        },
      ]),
    )
  })

  test('whose order conflicts with another one show both, and one is chosen', async () => {
    const { user } = await open()
    await waitFor(() => expect(members()).toEqual(['Plant milks', 'Coffee at home']))
    const theirs = { ...example, portfolios: [{ id: 'pf_p1a2m3' }], revision: 12 }
    recordRequests('put', '/project/update', {
      status: 409,
      body: {
        title: 'Someone else changed this project',
        code: 'projects.stale',
        status: 409,
        current: theirs,
      },
    })
    screen.getByRole('button', { name: /^Order Plant milks/ }).focus()
    await user.keyboard('{ArrowDown}')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else changed this project in the meantime' }),
    )
    expect(dialog.getByRole('row', { name: /^Portfolios/ }).textContent).toBe(
      'PortfoliosCoffee at home, Plant milksPlant milks',
    )
    await user.click(dialog.getByRole('button', { name: 'Take theirs' }))
    await waitFor(() => expect(members()).toEqual(['Plant milks']))
  })

  test('undo restores a removed portfolio', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Remove Plant milks' }))
    await waitFor(() => expect(members()).toEqual(['Coffee at home']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(members()).toEqual(['Plant milks', 'Coffee at home']))
  })

  test('a removed portfolio leaves the project unless that is undone', async () => {
    const { user, unmount } = await open()
    const sent = recordRequests('post', '/project/removePortfolios', { body: { ids: ['pf_p1a2m3'] } })
    await user.click(await screen.findByRole('button', { name: 'Remove Plant milks' }))
    await waitFor(() => expect(members()).toEqual(['Coffee at home']))
    expect(sent).toEqual([])
    dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(sent).toEqual([{ projectId: example.projectId, portfolioIds: ['pf_p1a2m3'] }]))
    unmount()
  })

  test('can be added from those that are not in the project', async () => {
    const { user } = await open({ ...example, portfolios: [] })
    const sent = recordRequests('post', '/project/addPortfolios', { body: { items: [{ id: 'pf_p1a2m3' }] } })
    await user.click(screen.getByRole('button', { name: 'Add portfolios' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add portfolios' }))
    await user.click(await dialog.findByRole('checkbox', { name: /^Plant milks/ }))
    await user.click(dialog.getByRole('button', { name: 'Add 1 portfolio' }))
    expect(await screen.findByText(/^1 portfolio added to/)).toBeTruthy()
    expect(sent).toEqual([{ projectId: example.projectId, portfolioIds: ['pf_p1a2m3'] }])
  })
})

const listedProject = listProjectsResponseMock()
const [project] = listedProject.items
if (!project) throw new Error('The example of the list has a project')

describe('projects', () => {
  test('each shows its name as typed and its portfolios', async () => {
    server.use(listProjectsMockHandler(), listGroupPortfoliosMockHandler())
    renderApp('/projects')
    const list = within(await screen.findByRole('list', { name: 'Projects' }))
    expect(list.getByRole('link', { name: project.displayTitle })).toBeTruthy()
    expect(await list.findByText(/Plant milks/)).toBeTruthy()
  })

  test('hundreds are fetched to the last page, and rendered in steps', async () => {
    const pageOf = (page: number, count: number) => ({
      items: Array.from({ length: count }, (_, index) => ({
        ...project,
        projectId: `pj_p${page}n${index}`,
        title: `tea ${page}.${index}`,
        displayTitle: `Tea ${page}.${index}`,
      })),
      page: { ...listedProject.page, page, perPage: 200, total: 210, totalPages: 2 },
    })
    server.use(
      listGroupPortfoliosMockHandler(),
      http.get(`${apiUrl}/project`, ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('page') === '2' ? pageOf(2, 10) : pageOf(1, 200)),
      ),
    )
    const { user } = renderApp('/projects')
    const list = within(await screen.findByRole('list', { name: 'Projects' }))
    expect(list.getAllByRole('link')).toHaveLength(60)
    expect(screen.getByRole('button', { name: 'Show 60 more of 210 projects' })).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Find a project' }), 'Tea 2.')
    await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(10))
  }, 60_000)

  test('without a project, the page explains what it is for', async () => {
    server.use(listProjectsMockHandler({ ...listedProject, items: [] }), listGroupPortfoliosMockHandler())
    renderApp('/projects')
    expect(await screen.findByRole('heading', { name: 'No project yet' })).toBeTruthy()
  })

  test('a failure can be retried', async () => {
    server.use(listProjectsMockHandler500(), listGroupPortfoliosMockHandler())
    renderApp('/projects')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a new one is sent in lower case, with its name as it was typed', async () => {
    server.use(
      listProjectsMockHandler({ ...listedProject, items: [] }),
      listGroupPortfoliosMockHandler(),
      getProjectMockHandler(),
      getProjectDashboardMockHandler(),
    )
    const requests: unknown[] = []
    server.use(
      http.post(`${apiUrl}/project/create`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json(project)
      }),
    )
    const { user, location } = renderApp('/projects')
    await user.click(await screen.findByRole('button', { name: 'New project' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' Spring Launch 2027 {Enter}')
    await waitFor(() => expect(location().pathname).toBe(`/projects/${project.projectId}`))
    expect(requests).toEqual([
      { title: 'spring launch 2027', displayTitle: 'Spring Launch 2027', organizationGroupId: null },
    ])
  })

  test('the draft of a new one survives a reload', async () => {
    server.use(listProjectsMockHandler({ ...listedProject, items: [] }), listGroupPortfoliosMockHandler())
    const { user, unmount } = renderApp('/projects?new=1')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
    unmount()
    renderApp('/projects?new=1')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Spring')
  })

  test('undo restores a deleted one', async () => {
    server.use(listProjectsMockHandler(), listGroupPortfoliosMockHandler())
    const { user } = renderApp('/projects')
    await user.click(await screen.findByRole('button', { name: `More for ${project.displayTitle}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText(`${project.displayTitle} deleted. Its portfolios are kept.`)).toBeTruthy()
    expect(screen.queryByRole('link', { name: project.displayTitle })).toBeNull()
    await user.keyboard('z')
    expect(await screen.findByRole('link', { name: project.displayTitle })).toBeTruthy()
  })
})
