import type { ContractDocument } from '@auspex/contract'
import { createMock, type Mock } from '@auspex/mock-server'
import type { RealApi } from './real-api.ts'

interface MockApi {
  send: RealApi['send']
  mock: Mock
}

/** Runs the mock in this process; the caller is the same administrator of the same organization as on the real server. */
export function startMockApi(document: ContractDocument): MockApi {
  const mock = createMock({ document })
  return {
    mock,
    send: async ({ method, path, headers, body }) => {
      const reply = await mock.answer({
        method,
        target: `/api${path}`,
        headers: { authorization: 'Bearer org_northwind.usr_root.godmode', ...headers },
        readBody: async () => new TextEncoder().encode(body ?? ''),
        signal: new AbortController().signal,
      })
      // the product API has no streams
      return { status: reply.status, headers: reply.headers, body: typeof reply.body === 'string' ? reply.body : '' }
    },
  }
}
