import {
  getMeMockHandler,
  getMeResponseMock,
  listFilteredOrganizationsMockHandler,
  listOrganizationsResponseMock,
  listUsersMockHandler,
  listUsersResponseMock,
} from '@auspex/sdk/msw'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { apiUrl } from './render-app.tsx'
import { server } from './server.ts'

export const organizations = listOrganizationsResponseMock()
export const people = listUsersResponseMock()
export const pageOf = (total: number) => ({
  page: 1,
  perPage: 50,
  total,
  totalPages: Math.ceil(total / 50),
  nextCursor: null,
})
export const mira = onlyItem(people.items)

function onlyItem<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('the example of listUsers has nobody')
  return item
}

/** Signs in an administrator, and provides the names that every page looks up. */
export const signInAsAdministrator = (): void =>
  server.use(
    getMeMockHandler({ ...getMeResponseMock(), roles: ['member', 'godmode'] }),
    listFilteredOrganizationsMockHandler(organizations),
    listUsersMockHandler(people),
  )

type Method = 'get' | 'post' | 'patch' | 'delete'

/** Responds to a call of the API, and records the requests: the query of a GET, the body of a change. */
export const answer = (method: Method, path: string, body: JsonBodyType, status = 200) => {
  const calls: Record<string, unknown>[] = []
  server.use(
    http[method](`${apiUrl}${path}`, async ({ request, params }) => {
      const text = await request.text()
      calls.push({
        ...params,
        ...Object.fromEntries(new URL(request.url).searchParams),
        ...(text.startsWith('{') ? (JSON.parse(text) as object) : {}),
      })
      return HttpResponse.json(body, { status })
    }),
  )
  return calls
}

export const problem = (status: number, code: string, title: string, detail: string) => ({
  type: 'about:blank',
  title,
  status,
  code,
  detail,
  requestId: 'req-1',
  message: title,
})
