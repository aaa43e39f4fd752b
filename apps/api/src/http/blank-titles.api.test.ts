import { loadContract } from '@auspex/contract'
import { wholeRequests } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toTestRequest } from '../testing/fuzz-call.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const document = readContractDocument()

/** Names of the fields in which a person names something. */
const titleFields = new Set(['title', 'displayTitle', 'name', 'label', 'firstName', 'lastName'])
/** Content written by others and chart labels may be blank. */
const mayBeBlank = /^\/(?:documents|content|cards)\b/u

interface BlankTitle {
  readonly pointer: string
  readonly body: unknown
}

/** One copy of the body for each title in it, with that title blank. */
function blankTitles(body: unknown, pointer = ''): BlankTitle[] {
  if (Array.isArray(body)) {
    return body.flatMap((item, index) =>
      blankTitles(item, `${pointer}/${index}`).map((blank) => ({ ...blank, body: body.with(index, blank.body) })),
    )
  }
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) => {
    const at = `${pointer}/${name}`
    if (mayBeBlank.test(at)) return []
    if (titleFields.has(name) && typeof value === 'string') return [{ pointer: at, body: { ...body, [name]: '   ' } }]
    return blankTitles(value, at).map((blank) => ({ ...blank, body: { ...body, [name]: blank.body } }))
  })
}

const requests = loadContract(document).operations.flatMap((operation) =>
  wholeRequests(document, operation).flatMap((request) =>
    blankTitles(request.body).map(({ pointer, body }) => ({
      id: operation.id,
      pointer,
      call: toTestRequest(operation, { ...request, body }),
    })),
  ),
)

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

describe('a title of blanks alone is refused where it stands', () => {
  test('in everything that a person names', () => {
    expect([...new Set(requests.map(({ id }) => id))]).toEqual(
      expect.arrayContaining([
        'createPortfolio',
        'createProject',
        'createStory',
        'createWorkflow',
        'saveZeusReport',
        'createUser',
      ]),
    )
  })

  test.each(requests)('$id: $pointer', async ({ pointer, call }) => {
    if (call === null) throw new Error('No request can be made of it')
    const reply = await api.request({ ...call, as: 'root' })
    expect(reply.json()).toMatchObject({
      code: 'request.invalid',
      errors: expect.arrayContaining([expect.objectContaining({ in: 'body', pointer })]),
    })
  })
})
