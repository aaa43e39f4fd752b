import {
  getProjectDashboardMockHandler,
  getProjectMockHandler,
  listGroupPortfoliosMockHandler,
  listProjectsMockHandler,
  listProjectsMockHandler500,
  listProjectsResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = listProjectsResponseMock()
const [project] = example.items
if (!project) throw new Error('The example of the list has a project')

describe('projects', () => {
  test('each has the name that was typed and names its portfolios', async () => {
    server.use(listProjectsMockHandler(), listGroupPortfoliosMockHandler())
    renderApp('/projects')
    const list = within(await screen.findByRole('list', { name: 'Projects' }))
    expect(list.getByRole('link', { name: project.displayTitle })).toBeTruthy()
    expect(await list.findByText(/Plant milks/)).toBeTruthy()
  })

  test('hundreds are read to the last page, and drawn some at a time', async () => {
    const pageOf = (page: number, count: number) => ({
      items: Array.from({ length: count }, (_, index) => ({
        ...project,
        projectId: `pj_p${page}n${index}`,
        title: `tea ${page}.${index}`,
        displayTitle: `Tea ${page}.${index}`,
      })),
      page: { ...example.page, page, perPage: 200, total: 210, totalPages: 2 },
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

  test('without one, the page says what a project is for', async () => {
    server.use(listProjectsMockHandler({ ...example, items: [] }), listGroupPortfoliosMockHandler())
    renderApp('/projects')
    expect(await screen.findByRole('heading', { name: 'No project yet' })).toBeTruthy()
  })

  test('a failure can be tried again', async () => {
    server.use(listProjectsMockHandler500(), listGroupPortfoliosMockHandler())
    renderApp('/projects')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('a new one is sent in lower case, with its name as it was typed', async () => {
    server.use(
      listProjectsMockHandler({ ...example, items: [] }),
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

  test('what was typed of a new one is there again when the page was loaded anew', async () => {
    server.use(listProjectsMockHandler({ ...example, items: [] }), listGroupPortfoliosMockHandler())
    const { user, unmount } = renderApp('/projects?new=1')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
    unmount()
    renderApp('/projects?new=1')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Spring')
  })

  test('a deleted one comes back with undo', async () => {
    server.use(listProjectsMockHandler(), listGroupPortfoliosMockHandler())
    const { user } = renderApp('/projects')
    await user.click(await screen.findByRole('button', { name: `More for ${project.displayTitle}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText(`${project.displayTitle} deleted; its portfolios stay.`)).toBeTruthy()
    expect(screen.queryByRole('link', { name: project.displayTitle })).toBeNull()
    await user.keyboard('z')
    expect(await screen.findByRole('link', { name: project.displayTitle })).toBeTruthy()
  })
})
