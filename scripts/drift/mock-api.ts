import type { ContractDocument } from '@auspex/contract'
import { createMock, type Mock } from '@auspex/mock-server'
import type { RealApi } from './real-api.ts'

export interface MockApi {
  send: RealApi['send']
  mock: Mock
}

/** The mock in this process, asked by the same administrator of the same organization as the real server. */
export function startMockApi(document: ContractDocument): MockApi {
  const mock = createMock({ document })
  return {
    mock,
    send: async ({ method, path, headers, body }) => {
      const response = await mock.fetch(
        new Request(`http://mock.example/api${path}`, {
          method,
          headers: { authorization: 'Bearer org_northwind.usr_root.godmode', ...headers },
          ...(body === null ? {} : { body }),
        }),
      )
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
    },
  }
}
